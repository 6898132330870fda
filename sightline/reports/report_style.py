"""The style of reports: the page around their sections, on the screen, in the dark and on A4."""

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:$images; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'$scripts">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>$style</style>
</head>
<body>
<svg width="0" height="0" aria-hidden="true" class="patterns"><defs>
<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" class="under"/><rect width="2.5" height="7" class="line"/></pattern>
</defs></svg>
<main>
<header><p class="table">$table</p><h1>$title</h1></header>
$content
</main>
<footer>Sightline $version</footer>
</body>
</html>
"""
"""For `string.Template`: title, table, style, content, version; all but the style and content escaped.

``images`` and ``scripts`` are what a page may show and run beyond what is in it, both mostly empty.
"""

STYLE = """
:root { --ink: #1c1e22; --faint: #63666c; --paper: #faf9f6; --card: #ffffff; --rule: #d9d6ce;
  --hidden: #0072b2; --hidden-dark: #004a75; --seen: #e69f00; --yes: #007a59; --no: #b34700; --close: #8a5a85; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e2; --faint: #a3a6ac; --paper: #17191c; --card: #202327;
  --rule: #3a3d42; --hidden: #56b4e9; --hidden-dark: #1f6f9f; --yes: #35c79c; --no: #f0894a; --close: #d99ad0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55;
  font-family: system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 17px; }
main { max-width: 60rem; margin: 0 auto; padding: 2.5rem 1.5rem 1rem; }
header h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1.2rem; overflow-wrap: anywhere; text-wrap: balance; }
.table { color: var(--faint); margin: 0 0 .2rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .6rem; padding-bottom: .3rem; border-bottom: 1px solid var(--rule); }
.banner { display: flex; gap: 1.1rem; align-items: center; background: var(--card); border: 1px solid var(--rule);
  border-left: .5rem solid var(--tone); border-radius: .5rem; padding: 1rem 1.3rem; margin-bottom: 1.6rem; }
.banner p { margin: 0; overflow-wrap: anywhere; } .banner .verdict { font-size: 1.45rem; font-weight: 650; line-height: 1.3; }
.banner .sign { font-size: 2.4rem; line-height: 1; color: var(--tone); font-weight: 700; }
.yes { --tone: var(--yes); } .no { --tone: var(--no); } .close { --tone: var(--close); border-left-style: dashed; }
figure { margin: 1.6rem 0; } figure img { display: block; width: 100%; height: auto; border: 1px solid var(--rule);
  border-radius: .4rem; } figcaption { color: var(--faint); font-size: .9rem; margin-top: .5rem; overflow-wrap: anywhere; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .8rem; margin: 0; }
.numbers div { background: var(--card); border: 1px solid var(--rule); border-radius: .4rem; padding: .7rem .9rem; }
dt { color: var(--faint); font-size: .88rem; } dd { margin: 0; font-size: 1.15rem; }
dd small { display: block; color: var(--faint); font-size: .82rem; } dd strong { font-size: 1.5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-size: .88rem; color: var(--faint); font-weight: 500; }
tbody th { color: var(--ink); font-size: 1rem; }
th, td { padding: .45rem .8rem .45rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; }
.bar { display: block; width: 100%; min-width: 6rem; height: .95rem; border: 1px solid var(--faint); border-radius: 2px;
  background: var(--card); } .bar.wide { height: 1.6rem; margin: .6rem 0; }
.bar .plain { fill: var(--seen); } .bar .hatch { fill: url(#hatch); }
.patterns { position: absolute; } .under { fill: var(--hidden); } .line { fill: var(--hidden-dark); }
.reasons { padding-left: 1.4rem; } .reasons li { margin: .35rem 0; }
cite { display: block; color: var(--faint); font-size: .9rem; font-style: italic; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--rule);
  border-radius: .4rem; padding: .8rem 1rem; font-size: .88rem; } code { overflow-wrap: anywhere; font-size: .88rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
footer { max-width: 60rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; color: var(--faint); font-size: .88rem; }
@page { size: A4; margin: 14mm; }
@media print { :root { --ink: #000; --faint: #444; --paper: #fff; --card: #fff; --rule: #bbb; --hidden: #0072b2;
  --hidden-dark: #004a75; --yes: #007a59; --no: #b34700; --close: #8a5a85; }
  body { font-size: 10.5pt; } main, footer { max-width: none; padding: 0; } details { display: none; }
  section, figure, tr, li { break-inside: avoid; } h2 { break-after: avoid; }
  .banner, .bar, .bar * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
