/**
 * The one style sheet of the public pages: brick and paper, light and dark, from 320 px up.
 *
 * Brick is the colour of the old city gates; the stepped edge under the header is their silhouette.
 */
export const pageStyle = `
:root{color-scheme:light dark;--ink:#211b16;--soft:#5d5248;--line:#ddd2c4;--paper:#fdfaf5;--card:#fff;--band:#f4ece1;--brick:#8a2f16;
  --on-brick:#fff6ee;--link:#0a5561;--good:#1a6335;--warn:#7d4f00;--bad:#a3132a;--p50:#3d8f97;--p95:#b3691f;--p99:#8a2f16;--focus:#0a5561}
@media (prefers-color-scheme:dark){:root{--ink:#f1e9e0;--soft:#bfb1a3;--line:#473c33;--paper:#171310;--card:#201a16;--band:#2a221c;
  --brick:#45190c;--on-brick:#ffe9dc;--link:#8fd4dc;--good:#7fd6a0;--warn:#efbd6a;--bad:#ff9ea9;--p50:#6cc0c8;--p95:#e0a052;--p99:#e98a6c;
  --focus:#8fd4dc}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;font:1rem/1.55 system-ui,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--paper)}
h1,h2,h3,.brand b{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif;line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.7rem,1.2rem + 2.2vw,2.6rem);margin:.3rem 0 .6rem}
h2{font-size:1.45rem;margin:2.4rem 0 .6rem}
h3{font-size:1.1rem;margin:1.2rem 0 .3rem}
p,.prose li{max-width:44rem}
a{color:var(--link);text-underline-offset:.15em}
a:hover{text-decoration-thickness:.15em}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px;border-radius:.15rem}
.wrap{max-width:72rem;margin:0 auto;padding:0 clamp(1rem,3vw,2rem)}
.skip{position:absolute;inset-inline-start:-999rem}
.skip:focus{inset:0 auto auto 0;padding:.6rem 1rem;background:var(--card);color:var(--link);z-index:1}
.top{background:var(--brick);color:var(--on-brick)}
.top .wrap{display:flex;flex-wrap:wrap;gap:.6rem 2rem;align-items:center;justify-content:space-between;padding-block:.9rem}
.top a{color:inherit}
.top :focus-visible{outline-color:#fff}
.brand{display:flex;gap:.7rem;align-items:center;text-decoration:none}
.brand svg{inline-size:2.4rem;block-size:2.4rem;flex:none;fill:currentColor}
.brand b{display:block;font-size:1.25rem}
.brand span{font-size:.85rem;display:block}
.top nav{display:flex;flex-wrap:wrap;gap:.2rem 1.3rem}
.top{position:relative}
.menu{margin-inline-start:auto}
.top .menu>summary{list-style:none;min-block-size:0;padding:.3rem .7rem;border:1px solid currentColor;border-radius:.25rem}
.menu>summary::-webkit-details-marker{display:none}
@supports selector(::details-content){@media (min-width:48.01rem){.menu>summary{display:none}
.menu::details-content{content-visibility:visible}.account .menu::details-content{display:flex;gap:1.6rem;justify-content:space-between}
.account .menu{margin:0;flex:1}}}
@media (max-width:30rem){.tongue{font-size:0}.tongue::after{content:"EN" / "";font-size:.9rem}.tongue[lang=id]::after{content:"ID" / ""}}
@media (max-width:48rem){.top .wrap:not(.account){flex-wrap:nowrap;gap:.6rem}
.brand span span{display:none}.brand svg{inline-size:1.7rem;block-size:1.7rem}.brand{gap:.4rem}
.top .menu>summary{padding:.2rem .5rem;font-size:.9rem}
.menu>nav{position:absolute;inset:100% 0 auto;z-index:2;background:var(--brick);flex-direction:column;
padding:.2rem clamp(1rem,3vw,2rem) .8rem}
.menu>nav a{padding:.5rem 0}.menu:not([open])>nav{display:none}
@supports selector(::details-content){.top .wrap:not(.account){flex-wrap:wrap;gap:.4rem}
.menu{display:contents}.menu>summary{margin-inline-start:auto}
.menu::details-content{order:1;flex-basis:100%}.menu:not([open])::details-content{display:none}.menu>nav{position:static;padding:0}}
.account .menu>nav{position:static;padding:0;background:none;flex-direction:row;gap:0 1.3rem}
.account>span{flex:1 1 0;min-inline-size:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}}
.top nav a{padding:.25rem 0}
.top nav [aria-current]{font-weight:700;text-decoration-thickness:.2em}
.steps{block-size:.7rem;background:linear-gradient(90deg,var(--brick) 50%,transparent 0) 0 100%/2.4rem 50% repeat-x,
  linear-gradient(90deg,var(--brick) 75%,transparent 0) -.3rem 0/2.4rem 50% repeat-x}
main{padding:1.4rem 0 3rem;min-block-size:60vh}
.crumbs{font-size:.92rem;color:var(--soft)}
.crumbs ol{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.2rem .5rem}
.crumbs li+li::before{content:"›";margin-inline-end:.5rem}
.soft{color:var(--soft)}
.lead{font-size:1.12rem}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:1px;padding:0;margin:1.4rem 0;list-style:none;
  background:var(--card);border:1px solid var(--line);border-radius:.4rem;overflow:hidden}
.facts li{padding:.7rem 1rem;box-shadow:0 0 0 1px var(--line);max-width:none}
.facts b{display:block;font-size:1.45rem;line-height:1.25;font-variant-numeric:tabular-nums}
.find{background:var(--band);border-radius:.4rem;padding:1.1rem;margin:1.4rem 0;display:grid;gap:.8rem 1rem;
  grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));align-items:end}
.find label{font-weight:600;font-size:.92rem;display:block;min-inline-size:0}
.find :is(input,select){font-weight:400;margin-block-start:.2rem}
.find .hint{font-weight:400}
.find .wide{grid-column:1/-1}
input,select,textarea,button{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--soft);border-radius:.25rem;
  padding:.5rem .6rem;inline-size:100%;min-block-size:2.75rem}
button{background:var(--link);color:var(--paper);border-color:var(--link);font-weight:700;cursor:pointer}
.button{display:inline-block;inline-size:auto;padding:.6rem 1.2rem;min-block-size:2.75rem;border:1px solid var(--link);
  border-radius:.25rem;background:var(--link);color:var(--paper);font-weight:700;text-decoration:none}
.button:hover{text-decoration:underline}
.button.secondary{background:var(--card);color:var(--link)}
.button.warning{background:var(--bad);border-color:var(--bad)}
.button.copy{margin:0 .8rem .6rem 0;overflow-wrap:anywhere}
.account{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;align-items:center;justify-content:space-between;font-size:.95rem}
.top .account{padding-block:0 .6rem}
.account .count{display:inline-block;min-inline-size:1.5em;padding:0 .35em;border:1px solid currentColor;border-radius:1em;
  text-align:center;font-size:.8rem;line-height:1.4}
.account form{display:flex;flex-wrap:wrap;gap:.2rem .9rem;align-items:center}
.account button{inline-size:auto;min-block-size:2rem;padding:.15rem .8rem;background:transparent;color:inherit;border-color:currentColor}
.form{max-inline-size:40rem}
.field{margin:0 0 1.4rem;padding:0;border:0;min-inline-size:0}
.field>label,legend{display:block;font-weight:700;padding:0;margin-block-end:.25rem}
.field :is(input,select,textarea){max-inline-size:30rem}
.field textarea{max-inline-size:100%}
.hint,.fault{display:block;margin-block-end:.35rem;max-inline-size:40rem;overflow-wrap:anywhere}
.hint{color:var(--soft)}
.fault{color:var(--bad);font-weight:700}
.wrong{border-inline-start:.3rem solid var(--bad);padding-inline-start:.9rem}
.wrong :is(input,select,textarea){border-color:var(--bad)}
.choice{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .7rem;align-items:start;padding:.35rem 0}
.choice input{inline-size:1.5rem;block-size:1.5rem;min-block-size:1.5rem;margin:.1rem 0 0;accent-color:var(--link)}
.choice .hint{grid-column:2;margin:0}
.find .field{margin:0}
.picker{margin-block-end:1rem}
.find .line{grid-column:1/-1;display:grid;gap:.8rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr))}
.find .choice{display:grid;font-weight:400}
.find .choice input{margin:.1rem 0 0}
.form:not(.actions *){margin-block:.8rem}
.links [aria-current]{background:var(--band);font-weight:700}
.scroll code{overflow-wrap:normal;white-space:nowrap}
:is(td,th).n+:is(td,th):not(.n){padding-inline-start:1.4rem}
.shelf{border-block-start:1px solid var(--line);padding-block:.2rem}
.shelf fieldset{margin-block-end:.6rem;padding-inline-start:1.1rem}
.actions form{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center}
.actions .button{padding:.25rem .9rem;min-block-size:2.2rem}
.scopes{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.3rem .5rem}
.scopes code{background:var(--band);border-radius:.25rem;padding:.15rem .5rem}
.checks{padding-inline-start:1.4rem}
.checks li{padding:.2rem 0}
.checks .tag{min-inline-size:9.5rem}
.tall{max-block-size:28rem;overflow:auto}
.facts .when{font-size:1rem;line-height:1.8rem}
h4{font-size:1rem;margin:1rem 0 .3rem}
.unseen{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.agencies{display:grid;gap:1rem;margin-block-start:1.6rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr))}
.agency{background:var(--card);border:1px solid var(--line);border-block-start:.3rem solid var(--p99);border-radius:.25rem;
  padding:.7rem 1.1rem}
.agency:has(details[open]){grid-column:1/-1}
.agency h2{margin:.2rem 0;font-size:1.25rem}
.states{list-style:none;margin:.4rem 0;padding:0;display:flex;flex-wrap:wrap;gap:.3rem}
details>summary{cursor:pointer;padding:.35rem 0;font-weight:600;min-block-size:1.6rem}
.rows{list-style:none;margin:.2rem 0 1rem;padding:0;border-block-start:1px solid var(--line)}
.rows>li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.1rem 1rem;padding:.55rem 0;border-block-end:1px solid var(--line)}
.rows .name{font-weight:600}
.rows .more{grid-column:1/-1;font-size:.88rem;color:var(--soft);display:flex;flex-wrap:wrap;gap:.1rem .9rem}
@media (max-width:30rem){.rows>li{grid-template-columns:minmax(0,1fr)}.rows>li>.tag{justify-self:start}}
code,pre{font-family:ui-monospace,"Cascadia Mono",Consolas,monospace;font-size:.9em}
code{overflow-wrap:anywhere}
pre{background:var(--band);border-radius:.4rem;padding:.9rem 1rem;margin:.4rem 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere;
  line-height:1.5}
pre code{font-size:1em;-webkit-user-select:all;user-select:all}
.address{border-inline-start:.4rem solid var(--p99)}
.tag{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .65em;font-size:.82rem;font-weight:600;
  line-height:1.6;white-space:nowrap}
.tag::before{content:"";display:inline-block;inline-size:.55em;block-size:.55em;margin-inline-end:.4em;border:1px solid currentColor;
  border-radius:50%}
.up::before{background:currentColor}.down::before{border-radius:0;background:currentColor}
.degraded::before{border-radius:0;background:linear-gradient(currentColor 50%,transparent 0)}
.private::before,.old::before{display:none}
.up{color:var(--good)}.degraded,.old{color:var(--warn)}.down,.private{color:var(--bad)}.unknown{color:var(--soft)}
.note{border:1px solid var(--line);border-inline-start:.4rem solid var(--warn);background:var(--card);padding:.7rem 1rem;
  border-radius:.25rem;margin:1rem 0}
.note p{margin:0}
.note h2{margin:0 0 .3rem;font-size:1.15rem}
.note ul{margin:.2rem 0;padding-inline-start:1.2rem}
.note.bad{border-inline-start-color:var(--bad)}.note.good{border-inline-start-color:var(--good)}
.note.bad a{color:var(--bad);font-weight:700}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2.4rem;align-items:start}
dl{display:grid;grid-template-columns:minmax(6rem,auto) minmax(0,1fr);gap:.35rem 1.2rem;margin:.6rem 0}
@media (max-width:30rem){dl{grid-template-columns:minmax(6rem,min-content) minmax(0,1fr)}}
dl:has(pre){grid-template-columns:minmax(0,1fr)}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}dd ul{list-style:none;margin:0;padding:0}
.scroll{overflow-x:auto;background:linear-gradient(90deg,var(--paper) 40%,transparent) 0 0/2.4rem 100% local,
  linear-gradient(270deg,var(--paper) 40%,transparent) 100% 0/2.4rem 100% local,
  linear-gradient(90deg,var(--line),transparent) 0 0/1.2rem 100% scroll,
  linear-gradient(270deg,var(--line),transparent) 100% 0/1.2rem 100% scroll;background-repeat:no-repeat}
table{border-collapse:collapse;inline-size:100%;font-size:.95rem}
caption{text-align:start;color:var(--soft);padding:.3rem 0;max-inline-size:calc(100vw - 2rem)}
th,td{text-align:start;padding:.45rem .7rem .45rem 0;border-block-end:1px solid var(--line);vertical-align:top}
td.n,th.n{font-variant-numeric:tabular-nums;text-align:end;padding-inline:.3rem 0}
@media (max-width:24rem){table{font-size:.85rem}}
.chart{inline-size:100%;max-inline-size:27rem;block-size:auto;display:block}
.chart text{fill:var(--ink);font-size:12px}.chart .axis{stroke:var(--line)}
.chart .axis{stroke-width:1}.chart .area-name{text-anchor:middle;fill:var(--soft)}
.series{margin:.4rem 0 1.2rem}.series figcaption{font-size:.95rem;color:var(--soft);margin-block-end:.4rem}
.line{fill:none;stroke-linecap:round;stroke-linejoin:round;stroke-width:2.5}.l50{stroke:var(--p50)}
.l95{stroke:var(--p95);stroke-dasharray:1 4}
.bar,.dot{fill:var(--p50)}.dot{stroke:var(--card)}.frame{fill:var(--card);stroke:var(--line)}
.area{fill:none;stroke:var(--soft);stroke-opacity:.55}.rule{stroke:var(--soft);stroke-width:3}
.keys{list-style:none;margin:.5rem 0 .8rem;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.3rem;font-size:.9rem}
.keys li{display:flex;gap:.45rem;align-items:center}.keys svg{inline-size:1.7rem;block-size:.7rem;flex:none}
.banner{border-inline-start:.6rem solid currentColor;background:var(--card);padding:1rem 1.2rem;border-radius:.25rem;margin:1.2rem 0;
  box-shadow:inset 0 0 0 1px var(--line)}
.banner p{margin:0;max-width:none}.banner b{color:var(--ink);font-size:1.25rem;line-height:1.35}
.bars{display:block;inline-size:100%;block-size:2.2rem;overflow:visible}
.bars rect{fill:currentColor}.bars .unknown{fill:var(--line)}
.keys .bars{inline-size:.55rem;block-size:1.4rem}
.span{display:flex;justify-content:space-between;margin:.2rem 0 0;font-size:.82rem;color:var(--soft);max-width:none}
.services{list-style:none;margin:0;padding:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr))}
.service{background:var(--card);border:1px solid var(--line);border-radius:.3rem;padding:.9rem 1.1rem}
.service .head{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline;justify-content:space-between;margin-block-end:.6rem}
.service h3{margin:0}
.shares{grid-template-columns:repeat(3,1fr);gap:.6rem;margin:.6rem 0 0;font-size:.88rem}
.shares dd{font-size:1.05rem;font-weight:600;font-variant-numeric:tabular-nums}
.scroll thead th{white-space:nowrap}
.scroll :is(td,th).n{padding-inline-start:1rem}
.incidents ul{list-style:none;margin:0;padding:0}
.incidents li{border-inline-start:.3rem solid var(--line);padding:.35rem 0 .35rem .9rem;margin-block-end:.6rem;max-width:none}
.incidents li b{display:block}.open li{border-color:var(--bad)}
.wide th[scope=row]{min-inline-size:12rem}
.scroll .wide :is(thead th,code){white-space:normal;overflow-wrap:anywhere}
.scroll .wide thead th{overflow-wrap:break-word}
th code{font-weight:400;color:var(--soft)}
.links{display:flex;flex-wrap:wrap;gap:.5rem;padding:0;margin:.6rem 0;list-style:none}
.links a{display:inline-block;padding:.35rem .8rem;border:1px solid var(--link);border-radius:.25rem;text-decoration:none}
.links a:hover{background:var(--band)}
.tabs .links{margin:.8rem 0 1.6rem}
.tabs .links [aria-current]{background:var(--link);color:var(--paper);font-weight:700}
.fields>li{grid-template-columns:minmax(0,1fr) minmax(0,23rem)}
.fields .more{grid-column:1}
.fields .choose{grid-column:2;grid-row:1/3}
@media (max-width:40rem){.fields>li{grid-template-columns:minmax(0,1fr)}.fields .choose{grid-column:1;grid-row:auto}}
.find .field{margin:0}
.find .line{grid-column:1/-1;display:grid;gap:.8rem 1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr))}
.find .choice{display:grid;font-weight:400}
.find .choice input{margin:.1rem 0 0}
.buttons{display:flex;flex-wrap:wrap;gap:.7rem}
.told{grid-column:1/-1;margin:.2rem 0;padding-inline-start:1.2rem}
.records td{white-space:nowrap}
@media (max-width:40rem){.scroll:has(.stacked){background:none}
table.stacked,.stacked :is(caption,thead,tbody,tr,td,th){display:block}
.stacked thead tr:has(a){display:flex;flex-wrap:wrap;gap:.2rem 1rem}
.scroll table.stacked{min-inline-size:0}
.stacked thead:not(:has(a)){position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
.stacked tr{padding-block:.5rem;border-block-end:1px solid var(--line)}
.scroll table.stacked tr>:is(td,th){border:0;padding:.15rem 0;text-align:start;min-inline-size:0;white-space:normal;
  overflow-wrap:anywhere}
.scroll .stacked code{white-space:normal;overflow-wrap:anywhere}
.stacked [data-label]::before{content:attr(data-label);display:block;color:var(--soft);font-size:.82rem;font-weight:400}}
footer{border-block-start:1px solid var(--line);padding:1.2rem 0 2rem;color:var(--soft);font-size:.92rem}
footer a{margin-inline-end:1rem;display:inline-block;padding:.2rem 0}
`
