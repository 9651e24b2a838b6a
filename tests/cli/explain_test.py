"""The pages that the executable carries."""

import pathlib
import shutil

import command
from command import SaltusTest

PAGES = pathlib.Path(__file__).resolve().parents[2] / "docs/diagnostics"


class Explain(SaltusTest):
    def test_prints_a_page_without_the_remarks_for_tests(self):
        text = self.assert_exit(0, "explain", "U0101").stdout
        self.assertTrue(text.startswith("# U0101: "))
        self.assertIn("## What to do", text)
        self.assertNotIn("<!--", text)

    def test_has_every_page(self):
        listed = {line.split(":")[0] for line in self.assert_exit(0, "explain").stdout.splitlines() if ": " in line}
        self.assertEqual(listed, {page.stem for page in PAGES.glob("?[0-9]*.md")})

    def test_ignores_case(self):
        self.assertEqual(self.assert_exit(0, "explain", "u0101").stdout, self.assert_exit(0, "explain", "U0101").stdout)

    def test_names_codes_near_an_unknown_one(self):
        self.assertIn("`U0101`", self.assert_fails(2, "there is no diagnostic `U0110`", "explain", "U0110").stderr)

    def test_works_away_from_the_sources(self):
        shutil.copy(command.SALTUS, self.folder / "copied")
        command.SALTUS, original = str(self.folder / "copied"), command.SALTUS
        self.addCleanup(setattr, command, "SALTUS", original)
        self.assert_exit(0, "explain", "U0101")


command.main()
