"""The style of a scan's report: how its plan and photos look; added to the style of all reports."""

SCAN_STYLE = """
:root { --table: #f1efe8; --piece: #cfc8b8; --figure: #8b94a3; --sure: #0072b2; --lens: #b34700; }
@media (prefers-color-scheme: dark) { :root { --table: #24272b; --piece: #55503f; --figure: #6b7484; --sure: #56b4e9;
  --lens: #f0894a; } }
svg.plan, svg.photo { display: block; width: 100%; height: auto; border: 1px solid var(--rule); border-radius: .4rem; }
svg.plan { background: var(--card); } .plan text { font-size: 12px; fill: var(--ink); }
.plan .table { fill: var(--table); stroke: var(--ink); stroke-width: 1.6; } .plan .grid { stroke: var(--rule); fill: none; }
.plan .piece { fill: var(--piece); stroke: var(--faint); } .plan .figure { fill: var(--figure); stroke: var(--ink); }
.plan .tag, .plan .spot { fill: none; stroke: var(--ink); stroke-width: 1.3; }
.plan .sure { fill: var(--sure); fill-opacity: .16; stroke: var(--sure); stroke-width: 1.5; }
.plan .id, .plan .name, .plan .photo { paint-order: stroke; stroke: var(--card); stroke-width: 3px; stroke-linejoin: round; }
.plan .id { font-weight: 650; } .plan .name { font-style: italic; } .plan text.number { fill: var(--faint); font-size: 11px; }
.plan text.side { font-size: 15px; font-weight: 650; letter-spacing: .08em; } .plan text.photo { font-size: 11px; }
.plan .camera path { fill: var(--lens); fill-opacity: .35; stroke: var(--lens); } .plan .beyond path { stroke-dasharray: 3 2; }
.photos { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.4rem 1.2rem; }
.photos figure { margin: 0; } .photos figcaption strong { color: var(--ink); overflow-wrap: anywhere; }
.photos ul { margin: .3rem 0 0; padding-left: 1.2rem; }
.photo path { fill: none; stroke: var(--level); stroke-width: 2; }
.photo path.halo { stroke: #000; stroke-opacity: .55; stroke-width: 4; }
.photo .shown { stroke: #fff; stroke-width: .8; stroke-dasharray: 2 2; } .photo .arrow { stroke-width: 1.4; }
.photo text { font-size: 15px; font-weight: 650; fill: #fff; paint-order: stroke; stroke: #000; stroke-width: 3px; }
.photo .usual { --level: #56b4e9; } .photo .off { --level: #e69f00; } .photo .far { --level: #f0894a; }
.photo .off .seen { stroke-width: 3; } .photo .far .seen { stroke-width: 3; stroke-dasharray: 6 3; }
.photo .out { --level: #cc79a7; } .photo .out .seen { stroke-dasharray: 2 3; } .photo .cross { stroke-width: 3; }
.key { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; }
.key svg.photo { display: inline-block; width: 2.2rem; height: 1.2rem; vertical-align: middle; border: 0;
  margin-right: .4rem;
  background: #555; border-radius: 3px; }
.todo li { margin: .35rem 0; } .rejected { grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); }
.rejected img { max-width: 20rem; width: 100%; height: auto; border-radius: .3rem; }
.wide { overflow-x: auto; } .wide th, .wide td { padding: .18rem .8rem .18rem 0; font-size: .92rem; }
@media print { section, .wide { break-inside: auto; } .photos { grid-template-columns: 1fr 1fr; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  :root { --table: #f6f5f1; --piece: #d8d2c4; --sure: #0072b2; --lens: #b34700; } }
"""
