// Draws the portraits of the people of the demo, who are fictional: node scripts/portraits.js [FOLDER]. The drawings are made
// of the shapes below and of nothing else, so they are free of rights. The browser of the tests turns them into JPEG.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LOOKS } from './portrait-looks.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const WIDTH = 240;
const HEIGHT = 320;

/** The colour of skin in light, in shadow, of lips, and of the cheeks. */
const SKIN = {
  porcelain: ['#f6d7c3', '#e3b299', '#c9776a', '#ec9f88'],
  fair: ['#efc6a6', '#d8a27d', '#bd6a58', '#e0906f'],
  olive: ['#dcaa80', '#bd8659', '#a85c4a', '#c97f58'],
  tan: ['#c98f63', '#a86f45', '#94503f', '#b06a45'],
  brown: ['#9a6542', '#7b4c2e', '#7a3d33', '#874b30'],
  deep: ['#6f452e', '#54311f', '#6b332d', '#5f3422'],
};
const HAIR = {
  black: ['#221d1f', '#37302f'],
  brown: ['#4a3020', '#66452f'],
  red: ['#8c3d1d', '#ab5429'],
  blond: ['#c99b52', '#deb873'],
  grey: ['#6d6a68', '#8b8785'],
  white: ['#c9c6c1', '#e0ddd8'],
};
const EYE = { brown: '#5a3820', blue: '#4f7ea8', green: '#5d8153', hazel: '#7d6132' };

const path = (d, fill, rest = '') => `<path d="${d}" fill="${fill}" ${rest}/>`;
const line = (d, colour, width, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;
const ellipse = (cx, cy, rx, ry, fill, rest = '') =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${rest}/>`;
/** A shape and its mirror image. */
const both = (shape) => `${shape}<g transform="translate(240 0) scale(-1 1)">${shape}</g>`;

/** Clothes over the shoulders. */
const CLOTHES = {
  crew: (colour, shade) =>
    path('M16 300 C18 262 48 248 92 238 Q120 262 148 238 C192 248 222 262 224 300 Z', colour) +
    line('M91 239 Q120 266 149 239', shade, 5),
  vneck: (colour, shade, skin) =>
    path('M16 300 C18 262 48 248 90 237 L120 282 L150 237 C192 248 222 262 224 300 Z', colour) +
    line('M90 238 L120 283 L150 238', shade, 5) +
    path('M96 240 L120 276 L144 240 Z', skin),
  shirt: (colour, shade) =>
    path('M16 300 C18 262 48 250 92 239 L120 270 L148 239 C192 250 222 262 224 300 Z', colour) +
    both(path('M93 232 L120 266 L97 282 L80 246 Z', shade)) +
    line('M120 268 L120 300', shade, 2.5),
  jacket: (colour, shade) =>
    path('M86 238 L154 238 L140 300 L100 300 Z', '#f2f0ec') +
    path('M16 300 C18 262 48 250 90 238 L112 300 Z', colour) +
    path('M224 300 C222 262 192 250 150 238 L128 300 Z', colour) +
    both(path('M90 238 L76 262 L90 268 L84 276 L112 300 Z', shade)),
  roll: (colour, shade) =>
    path('M16 300 C18 262 48 250 90 240 L150 240 C192 250 222 262 224 300 Z', colour) +
    path('M86 224 Q120 240 154 224 L156 246 Q120 264 84 246 Z', shade),
};

/** The outline of a face: how wide it is at the jaw and how long the chin. */
function face({ jaw, chin }, fill) {
  const left = 120 - jaw;
  const right = 120 + jaw;
  const temple = 55;
  return path(
    `M${120 - temple} 118 C${120 - temple} 70 ${120 + temple} 70 ${120 + temple} 118
     C${120 + temple} 152 ${right + 8} 176 ${right - 4} 192
     C${right - 14} ${chin - 6} 134 ${chin} 120 ${chin}
     C106 ${chin} ${left + 14} ${chin - 6} ${left + 4} 192
     C${left - 8} 176 ${120 - temple} 152 ${120 - temple} 118 Z`,
    fill,
  );
}

/** Hair behind the head, and over it. */
const STYLES = {
  short: {
    front: ([c, l]) =>
      path(
        'M60 126 C52 62 92 44 124 46 C168 46 190 76 180 126 C176 116 174 104 168 96 C150 98 118 94 100 82 C88 90 74 100 70 108 C66 114 62 118 60 126 Z',
        c,
      ) + line('M92 66 C112 56 140 56 160 72', l, 4, 0.7),
  },
  sidePart: {
    front: ([c, l]) =>
      path(
        'M61 128 C50 70 84 42 126 44 C172 44 188 82 179 128 C176 112 172 100 164 92 C140 92 108 84 92 70 C90 88 72 96 66 110 Z',
        c,
      ) + line('M96 62 C120 50 150 56 166 78', l, 4, 0.7),
  },
  curls: {
    front: ([c, l]) => {
      const spots = [
        [70, 106, 15],
        [66, 88, 17],
        [74, 70, 18],
        [90, 58, 19],
        [110, 50, 20],
        [132, 50, 20],
        [151, 58, 19],
        [166, 70, 18],
        [174, 88, 17],
        [171, 106, 14],
        [98, 78, 16],
        [120, 74, 17],
        [143, 78, 16],
        [80, 88, 14],
        [160, 88, 14],
      ];
      return (
        spots.map(([x, y, r]) => ellipse(x, y, r, r, c)).join('') +
        spots
          .slice(2, 9)
          .map(([x, y]) => line(`M${x - 6} ${y - 4} q6 -7 12 0`, l, 2.5, 0.7))
          .join('')
      );
    },
  },
  afro: {
    back: ([c]) => ellipse(120, 104, 86, 84, c) + ellipse(52, 136, 28, 36, c) + ellipse(188, 136, 28, 36, c),
    front: ([c, l]) =>
      path(
        'M62 124 C58 78 88 62 120 62 C152 62 182 78 178 124 C170 96 150 86 120 86 C90 86 70 96 62 124 Z',
        c,
      ) +
      line('M78 44 q14 -14 34 -16', l, 3, 0.6) +
      line('M140 30 q22 4 36 22', l, 3, 0.6),
  },
  bob: {
    back: ([c]) => path('M50 206 C36 130 44 46 120 44 C196 46 204 130 190 206 C176 216 64 216 50 206 Z', c),
    front: ([c, l]) =>
      path(
        'M58 150 C54 90 76 74 104 70 C112 84 160 88 172 100 C180 112 182 134 182 150 C194 110 186 44 120 44 C54 44 46 110 58 150 Z',
        c,
      ) + line('M100 62 C122 52 152 58 170 82', l, 4, 0.7),
  },
  long: {
    back: ([c]) => path('M44 270 C30 160 34 44 120 42 C206 44 210 160 196 270 C176 282 64 282 44 270 Z', c),
    front: ([c, l]) =>
      path(
        'M56 168 C56 110 78 84 122 68 C160 82 184 112 184 168 C200 110 186 42 120 42 C54 42 40 110 56 168 Z',
        c,
      ) +
      line('M84 70 C94 58 108 54 118 54', l, 4, 0.7) +
      line('M132 56 C148 58 162 68 170 86', l, 4, 0.7),
  },
  wavy: {
    back: ([c]) =>
      path(
        'M46 262 C28 236 52 216 40 186 C30 150 34 44 120 42 C206 44 210 150 200 186 C188 216 212 236 194 262 C176 278 64 278 46 262 Z',
        c,
      ),
    front: ([c, l]) =>
      path(
        'M57 160 C52 116 66 84 96 72 C126 92 166 88 182 122 C186 136 186 148 183 160 C202 116 188 42 120 42 C52 42 38 116 57 160 Z',
        c,
      ) + line('M96 62 C118 50 154 56 172 84', l, 4, 0.7),
  },
  bun: {
    back: ([c, l]) => ellipse(120, 40, 30, 26, c) + line('M104 36 q16 -14 32 0', l, 3, 0.7),
    front: ([c, l]) =>
      path(
        'M60 128 C54 76 84 50 120 50 C156 50 186 76 180 128 C176 104 158 84 120 80 C82 84 64 104 60 128 Z',
        c,
      ) + line('M84 74 C100 62 140 62 156 74', l, 3, 0.7),
  },
  braids: {
    back: ([c]) => path('M48 246 C36 150 40 48 120 46 C200 48 204 150 192 246 L176 258 L64 258 Z', c),
    front: ([c, l]) =>
      path(
        'M58 140 C54 84 84 56 120 56 C156 56 186 84 182 140 C176 104 152 82 120 78 C88 82 64 104 58 140 Z',
        c,
      ) +
      [0, 1, 2, 3, 4].map((at) => line(`M${84 + at * 18} 78 L${92 + at * 14} 54`, l, 2, 0.6)).join('') +
      both(
        [0, 1, 2]
          .map((at) =>
            line(
              `M${53 + at * 5} 150 C${50 + at * 5} 190 ${52 + at * 5} 220 ${54 + at * 6} 250`,
              l,
              1.6,
              0.5,
            ),
          )
          .join(''),
      ),
  },
  buzz: {
    front: ([c]) =>
      path(
        'M63 118 C58 66 92 54 120 54 C148 54 182 66 177 118 C172 94 156 80 120 80 C84 80 68 94 63 118 Z',
        c,
        'opacity="0.92"',
      ),
  },
  bald: {
    hasCrown: true,
    front: ([c]) =>
      both(path('M65 140 C62 126 63 114 67 104 C70 116 70 128 69 142 Z', c, 'opacity="0.6"')) +
      line('M98 66 Q110 61 122 62', '#ffffff', 5, 0.2),
  },
  receding: {
    front: ([c, l]) =>
      path(
        'M61 130 C52 78 82 48 122 48 C160 48 188 78 179 130 C176 112 172 98 160 82 C150 74 138 86 120 84 C104 84 92 72 80 84 C70 98 64 112 61 130 Z',
        c,
      ) + line('M98 60 C114 54 132 54 146 62', l, 3.5, 0.7),
  },
};

const BEARDS = {
  full: ([c]) =>
    path(
      'M66 150 C70 176 78 196 92 206 C104 216 136 216 148 206 C162 196 170 176 174 150 C166 164 154 168 144 166 C134 160 106 160 96 166 C86 168 74 164 66 150 Z',
      c,
    ),
  stubble: ([c]) =>
    path(
      'M67 148 C70 174 78 194 92 203 C104 212 136 212 148 203 C162 194 170 174 173 148 C166 164 154 168 144 167 C134 162 106 162 96 167 C86 168 74 164 67 148 Z',
      c,
      'opacity="0.28"',
    ),
  moustache: ([c]) =>
    path(
      'M94 170 C102 160 114 160 120 164 C126 160 138 160 146 170 C136 172 128 170 120 169 C112 170 104 172 94 170 Z',
      c,
    ),
};

function eyes({ eye, lashes, lid = 0 }, shade) {
  const iris = EYE[eye];
  return both(
    path('M83 130 Q96 118 110 130 Q97 139 83 130 Z', '#fbf8f4') +
      ellipse(97, 129.5, 6.6, 6.8, iris) +
      ellipse(97, 129.5, 3.1, 3.3, '#161313') +
      ellipse(99, 127, 1.5, 1.5, '#ffffff') +
      line('M82 130 Q96 117 111 130', '#2a1f1c', lashes ? 3.6 : 2.4) +
      (lashes ? line('M82 130 L78 126', '#2a1f1c', 2.4) : '') +
      line('M84 121 Q97 112 110 121', shade, 1.8, 0.7) +
      (lid > 0 ? line('M86 140 Q97 146 108 139', shade, 1.8, lid) : ''),
  );
}

const brows = (colour, thick, arch) =>
  both(line(`M79 ${114 - arch / 2} Q95 ${104 - arch} 112 ${113}`, colour, thick));

const nose = (shade, wide) =>
  line(`M116 134 C114 148 ${112 - wide} 154 ${112 - wide} 158 Q120 165 ${128 + wide} 158`, shade, 2.6, 0.85);

function mouth(lips, shade, smile, full) {
  const low = 181 + full;
  return (
    path(
      `M100 ${177 - smile} Q112 ${172 - full / 2} 120 175 Q128 ${172 - full / 2} 140 ${177 - smile} Q130 ${low + 4} 120 ${low + 4} Q110 ${low + 4} 100 ${177 - smile} Z`,
      lips,
    ) + line(`M98 ${177 - smile} Q120 ${183 + smile / 2} 142 ${177 - smile}`, shade, 2, 0.9)
  );
}

/** Lines of age, from 0 to 1. */
const age = (shade, much) =>
  much === 0
    ? ''
    : both(
        line('M94 158 Q86 168 88 180', shade, 2, 0.75 * much) +
          line('M78 134 L70 130 M78 138 L71 138', shade, 1.5, 0.6 * much),
      ) + line('M94 94 Q120 88 146 94', shade, 1.8, 0.5 * much);

const glasses = (colour) =>
  both(
    `<rect x="78" y="116" width="37" height="29" rx="11" fill="#ffffff" fill-opacity="0.14" stroke="${colour}" stroke-width="3.4"/>` +
      line('M78 126 L62 122', colour, 3),
  ) + line('M115 127 Q120 123 125 127', colour, 3.4);

function portrait(look) {
  const [skin, shade, lips, cheek] = SKIN[look.skin];
  const hair = HAIR[look.hair];
  const style = STYLES[look.style];
  const [cloth, clothShade] = look.colours;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 -20 240 320">
<rect y="-20" width="240" height="320" fill="${look.background ?? '#e4e9ee'}"/>
${style.back?.(hair) ?? ''}
${path('M94 184 L94 236 Q120 264 146 236 L146 184 Z', skin)}
${path('M94 196 Q120 226 146 196 L146 216 Q120 240 94 214 Z', shade, 'opacity="0.75"')}
${CLOTHES[look.clothes](cloth, clothShade, skin)}
${both(ellipse(63, 138, 10, 16, skin) + line('M60 132 Q66 138 62 147', shade, 2.2, 0.8))}
${look.earrings ? both(ellipse(62, 157, 3.4, 3.4, look.earrings)) : ''}
${style.hasCrown ? ellipse(120, 112, 55, 60, skin) : ''}
${face(look, skin)}
${both(ellipse(83, 160, 13, 9, cheek, 'opacity="0.2"'))}
${
  look.freckles
    ? both(
        [
          [80, 152],
          [88, 156],
          [84, 160],
          [93, 152],
        ]
          .map(([x, y]) => ellipse(x, y, 1.2, 1.2, shade))
          .join(''),
      )
    : ''
}
${look.beard ? BEARDS[look.beard](HAIR[look.beardHair ?? look.hair]) : ''}
${eyes(look, shade)}
${brows(look.brow ?? hair[0], look.thick ?? 4, look.arch ?? 2)}
${nose(shade, look.nose ?? 2)}
${mouth(lips, shade, look.smile ?? 2, look.lips ?? 1)}
${age(shade, look.age ?? 0)}
${style.front(hair)}
${look.glasses ? glasses(look.glasses) : ''}
</svg>`;
}

const [folder = join(root, 'data/demo/portraits')] = process.argv.slice(2);
const people = JSON.parse(readFileSync(join(root, 'data/demo/people.json'), 'utf8'));
const { startChromium } = await import('../test/support/chromium.ts');
const browser = await startChromium();
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
mkdirSync(folder, { recursive: true });
for (const { id } of people) {
  await page.setContent(`<body style="margin:0">${portrait(LOOKS[id])}</body>`);
  const bytes = await page.screenshot({ type: 'jpeg', quality: 82 });
  writeFileSync(join(folder, `${id}.jpg`), bytes);
  process.stdout.write(`${id}.jpg, ${bytes.length} bytes\n`);
}
// The browser ends with this process.
process.exit(0);
