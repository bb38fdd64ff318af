// How much of the command line and of the operators' console is made of words: commands, lists and dialogs.
// `npm run check` runs it; it fails if less is made of words than before.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALL_WORDS } from '../src/admin/contract/all-words.ts';
import { METHOD_NAMES, methodNamed } from '../src/admin/contract/index.ts';

const screens = fileURLToPath(new URL('../console/src/operators/screens/', import.meta.url));
const texts = readdirSync(screens, { recursive: true })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => readFileSync(screens + name, 'utf8'));

const worded = new Set(ALL_WORDS.flatMap(({ methods }) => Object.keys(methods)));
const withCommand = METHOD_NAMES.filter((name) => typeof methodNamed(name).command === 'string');
const found = (pattern) => texts.flatMap((text) => [...text.matchAll(pattern)]);
/** The methods that these elements or hooks name. */
const methodsIn = (pattern) => new Set(found(pattern).map(([, method]) => method));

const lists = methodsIn(/(?:<Worded(?:List|Table)\s+method="|useColumns\(')(\w+)/g);
const listsByHand = found(/<(?:ListBody|Table)\s/g).length - found(/useColumns\('/g).length;
const dialogs = ALL_WORDS.flatMap(({ methods }) => Object.values(methods)).filter(({ name }) => name);
const dialogsByHand = found(/<(?:ActionDialog|BatchDialog)\s/g).length;

const FIGURES = [
  ['commands', withCommand.filter((name) => worded.has(name)).length, 65, withCommand.length],
  ['lists of the console', lists.size, 11, lists.size + listsByHand],
  ['dialogs of the console', dialogs.length, 20, dialogs.length + dialogsByHand],
];

for (const [what, count, , all] of FIGURES)
  process.stdout.write(`${String(count).padStart(4)} of ${all} ${what} are made of words\n`);
process.exitCode = FIGURES.some(([, count, least]) => count < least) ? 1 : 0;
