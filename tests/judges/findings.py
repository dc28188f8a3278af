"""What the judges found, page by page, and the table that is printed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

MISSING = "–"


@dataclass
class Findings:
    """Counts and details per page and judge."""

    cells: dict[tuple[str, str], str] = field(default_factory=dict)
    """What the table shows for a page and a judge."""
    misses: set[tuple[str, str]] = field(default_factory=set)
    details: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Per judge, what was wrong and how often."""

    def count(self, page: str, judge: str, problems: Sequence[str]) -> None:
        """Add a judge's complaints about a page; none are a zero."""
        before = int(self.cells.get((page, judge), "0"))
        self.cells[page, judge] = str(before + len(problems))
        if problems:
            self.misses.add((page, judge))
            self.details[judge].update(f"{page}: {problem}" for problem in problems)

    def score(self, page: str, judge: str, value: float, least: float, why: Sequence[str] = ()) -> None:
        """A judge's score for a page; below the least it is a miss."""
        self.cells[page, judge] = f"{value:g}"
        if value < least:
            self.misses.add((page, judge))
            self.details[judge].update(f"{page}: {reason}" for reason in why or (f"{value:g} of {least:g}",))

    def measure(self, name: str, value: float, most: float, unit: str) -> None:
        """A size with its limit."""
        self.cells[name, "measured"] = f"{value:.1f} of {most:g} {unit}"
        if value > most:
            self.misses.add((name, "measured"))

    def table(self, pages: Sequence[str], judges: Sequence[str]) -> str:
        """All pages, a column per judge; `!` marks a miss."""
        width = max(map(len, pages), default=4)
        lines = [" ".join([f"{'page':<{width}}", *(f"{judge:>10}" for judge in judges)])]
        for page in pages:
            cells = []
            for judge in judges:
                mark = "!" if (page, judge) in self.misses else ""
                cells.append(f"{mark + self.cells.get((page, judge), MISSING):>10}")
            lines.append(" ".join([f"{page:<{width}}", *cells]))
        return "\n".join(lines)

    def sizes(self) -> str:
        """What was measured."""
        found = [(name, cell) for (name, judge), cell in self.cells.items() if judge == "measured"]
        return "\n".join(f"{'!' if (name, 'measured') in self.misses else ' '} {name}: {cell}" for name, cell in found)

    def complaints(self, most: int = 60) -> str:
        """What was wrong, the most frequent first."""
        lines = []
        for judge, counts in self.details.items():
            lines.append(f"{judge}:")
            lines += [f"  {number} × {what}" for what, number in counts.most_common(most)]
        return "\n".join(lines)
