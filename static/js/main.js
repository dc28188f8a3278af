// Starts whatever the page needs. Each part has an `enhance(root)` that may be called again after every change.
import "./steady.js"; // before all motion: what keeps its place does not slide
import * as awake from "./awake.js";
import * as clock from "./clock.js";
import * as cues from "./cues.js";
import * as forSale from "./for_sale.js";
import "./for_sale_motion.js";
import * as hints from "./hints.js";
import "./install.js";
import "./advice.js";
import * as live from "./live.js";
import * as lobby from "./lobby.js";
import * as menu from "./menu.js";
import * as peek from "./peek.js";
import "./sound.js";
import * as squareOnSale from "./square_on_sale.js";
import * as told from "./told.js";

const parts = [menu, lobby, peek, forSale, squareOnSale, cues, clock, told, hints, awake];

function enhanceAll() {
  for (const part of parts) part.enhance(document);
}

document.documentElement.classList.add("has-script");
document.addEventListener("screen:shown", enhanceAll);
enhanceAll();
live.start();
