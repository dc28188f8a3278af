"""Escaping and words of screens: the same as Django's, only cheaper."""

import pytest
from django.utils import html, translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from games.screens import markup, speech

VALUES = ["plain", "<b>&\"'</b>", mark_safe("<i>safe</i>"), 7, 2.5, None, True, gettext_lazy("Menu")]


@pytest.mark.parametrize("value", VALUES)
def test_values_are_shown_as_django_shows_them(value):
    ours, theirs = (
        markup.format_html("<p>{} {x}</p>", value, x=value),
        html.format_html("<p>{} {x}</p>", value, x=value),
    )

    assert ours == theirs
    assert type(ours) is SafeString


@pytest.mark.parametrize("value", VALUES)
def test_everything_is_escaped_where_it_is_asked_for(value):
    assert markup.escape(value) == html.escape(value)
    assert type(markup.escape(value)) is SafeString


def test_rows_are_joined_as_django_joins_them():
    rows = [("<a>", mark_safe("<b>")), (1, "&")]
    named = [{"name": "<a>"}, {"name": mark_safe("<b>")}]

    assert markup.format_html_join(", ", "{}={}", rows) == html.format_html_join(", ", "{}={}", rows)
    assert markup.format_html_join("&", "{name}", named) == html.format_html_join("&", "{name}", named)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_words_are_those_of_the_language_each_time(language):
    with translation.override(language):
        theirs = [translation.gettext("Menu"), translation.pgettext("ceiling", "Set")]
        counts = [translation.ngettext("%(count)s coin is lost", "%(count)s coins are lost", n) for n in (0, 1, 2, 500)]

    for _again in range(2):
        with speech.speaking(language):
            assert [speech.gettext("Menu"), speech.pgettext("ceiling", "Set")] == theirs
            assert [
                speech.ngettext("%(count)s coin is lost", "%(count)s coins are lost", n) for n in (0, 1, 2, 500)
            ] == counts


def test_one_language_inside_another_leaves_the_outer_one_as_it_was():
    with speech.speaking("de"):
        german = speech.gettext("Your turn")
        with speech.speaking("fr"):
            french = speech.gettext("Your turn")
        assert speech.gettext("Your turn") == german != french
    with translation.override("fr"):
        assert speech.gettext("Your turn") == french
