import { createHash } from 'node:crypto';
import { FORMULA_STYLE } from '../../platform/markup/formula-styles.ts';

/** Style of formulas, based on that of Temml, and of programs. Only pages that contain some load it. */
export const PROSE_STYLE = `math { font-family: "Cambria Math", "STIX Two Math", "STIXTwoMath-Regular", "Noto Sans Math", "NotoSansMath-Regular", math; font-style: normal; font-weight: normal; line-height: normal; text-indent: 0; direction: ltr; overflow-wrap: normal }
math * { border-color: currentColor }
math[display=block] { display: block math; max-width: 100%; overflow-x: auto; overflow-y: hidden; margin: .75rem 0 }
mfrac > :nth-child(2), msqrt, mover > :first-child { math-shift: compact }
.mathcal { font-feature-settings: "ss01" }
.tml-sml-pad { padding-left: .05em }
.tml-med-pad { padding-left: .1em }
.tml-lrg-pad { padding-left: .15em }
.tml-right { text-align: right }
.tml-left { text-align: left }
mtable.tml-jot > mtr > mtd { padding-block: .7ex }
mtable.tml-small mtd { padding-block: .35ex }
.tml-vec, .chr-sml-vec, .chr-med-vec, .chr-lrg-vec { transform: scale(.75) translate(.1em, 0) }
menclose { position: relative; display: inline-block; padding: .5ex 0 }
.tml-overline { padding-top: .1em; border-top: .065em solid }
.tml-underline { padding-bottom: .1em; border-bottom: .065em solid }
.tml-fbox { padding: 3pt; border: 1px solid }
.actuarial { padding: .04em .04em 0; border: solid; border-width: .08em .08em 0 0 }
.phasor-bottom { border-bottom: .067em solid; padding: .2em .2em .1em .6em }
.longdiv-top { border-top: .067em solid; padding: .1em .2em .2em .433em }
.tml-cancel, .tml-xcancel, .phasor-angle { display: inline-block; position: absolute; inset: 0; background-color: currentColor }
.upstrike, .phasor-angle { clip-path: polygon(.05em 100%, 0 calc(100% - .05em), calc(100% - .05em) 0, 100% .05em) }
.downstrike { clip-path: polygon(0 .05em, .05em 0, 100% calc(100% - .05em), calc(100% - .05em) 100%) }
.sout { clip-path: polygon(0 calc(55% + .033em), 0 calc(55% - .033em), 100% calc(55% - .033em), 100% calc(55% + .033em)) }
.tml-xcancel { clip-path: polygon(.05em 0, 0 .05em, calc(50% - .05em) 50%, 0 calc(100% - .05em), .05em 100%, 50% calc(50% + .05em), calc(100% - .05em) 100%, 100% calc(100% - .05em), calc(50% + .05em) 50%, 100% .05em, calc(100% - .05em) 0, 50% calc(50% - .05em)) }
.phasor-angle { aspect-ratio: .5; inset-inline-end: auto }
${FORMULA_STYLE}
.hljs-comment, .hljs-quote, .hljs-meta { color: light-dark(#57606a, #9aa7b8) }
.hljs-keyword, .hljs-literal, .hljs-selector-tag, .hljs-doctag, .hljs-section, .hljs-name { color: light-dark(#9a1f4f, #ff9ab8) }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-attribute { color: light-dark(#1b6034, #8fdca8) }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-link, .hljs-variable, .hljs-template-variable, .hljs-attr { color: light-dark(#8a4300, #f2b48a) }
.hljs-title, .hljs-type, .hljs-built_in, .hljs-selector-id, .hljs-selector-class { color: light-dark(#5c2d91, #cdb2f5) }
.hljs-deletion { color: light-dark(#a4161a, #ff9c9c) }
.hljs-emphasis { font-style: italic }
.hljs-strong { font-weight: 700 }
`;

export const PROSE_PATH = `/pages/prose-${createHash('sha256').update(PROSE_STYLE).digest('base64url').slice(0, 12)}.css`;
