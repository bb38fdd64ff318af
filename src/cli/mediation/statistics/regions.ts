import { isCountry } from '../../../mediation/countries.ts';
import { CellError } from './cell-error.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Names that exports write, beside the English ones of CLDR; by code. */
const OTHER_NAMES = `
AE UAE
BA Bosnia
BL Saint Barthelemy
BN Brunei Darussalam
BO Bolivia, Plurinational State of
BQ Bonaire, Sint Eustatius and Saba
CD Congo, The Democratic Republic of the; Congo (DRC); DR Congo; DRC; Congo-Kinshasa
CG Congo; Republic of the Congo; Congo Republic
CI Ivory Coast
CN People’s Republic of China; Mainland China
CV Cabo Verde
CW Curacao
CZ Czech Republic
FK Falkland Islands (Malvinas)
FM Micronesia, Federated States of
GB UK; Great Britain; England; United Kingdom of Great Britain and Northern Ireland
GM The Gambia
HK Hong Kong
IR Iran, Islamic Republic of
KP Korea, Democratic People’s Republic of
KR Korea, Republic of; Republic of Korea; Korea (South); Korea, South; Korea
LA Lao People’s Democratic Republic; Lao PDR
MD Moldova, Republic of
MF Saint Martin (French part)
MK Macedonia; North Macedonia, Republic of; Macedonia (FYROM); Macedonia, the Former Yugoslav Republic of
MM Burma
MO Macao; Macau
NL The Netherlands; Holland
PS Palestine; Palestine, State of; Palestinian Territory, Occupied
RU Russian Federation
SH Saint Helena, Ascension and Tristan da Cunha
ST Sao Tome and Principe
SX Sint Maarten (Dutch part)
SY Syrian Arab Republic
SZ Swaziland
TL East Timor
TR Turkey; Turkiye
TW Taiwan, Province of China; Taiwan (ROC)
TZ Tanzania, United Republic of
UM United States Minor Outlying Islands
US USA; US; U.S.A.; United States of America
VA Holy See; Holy See (Vatican City State); Vatican
VE Venezuela, Bolivarian Republic of
VG Virgin Islands, British
VI Virgin Islands, U.S.; US Virgin Islands
VN Viet Nam`;

/** Rows of no country. */
const NOWHERE: ReadonlySet<string> = new Set([
  'zz',
  'xx',
  'unknown',
  'unknown region',
  'unknown country',
  'not set',
  'other',
  'n a',
]);

/** Without case, accents and signs; `Saint` for `St.`. */
const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^st /, 'saint ')
    .replace(/^the /, '');

/** A code that is no longer used stands for today’s: UK for GB. */
const canonical = (code: string): string => Intl.getCanonicalLocales(`und-${code}`)[0]?.slice(4) ?? code;

function codesByName(): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  const add = (name: string, code: string) => codes.set(folded(name), code);
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = isCountry(code) ? names.of(code) : undefined;
    if (name === undefined) continue;
    add(name, code);
    // “Myanmar (Burma)” is also written without what is in parentheses.
    add(name.split(' (')[0] ?? name, code);
  }
  for (const line of OTHER_NAMES.trim().split('\n'))
    for (const name of line.slice(3).split(';')) add(name, line.slice(0, 2));
  return codes;
}

const CODE = /^[A-Za-z]{2}$/;

/** Reads regions: codes, and names as networks print them; '' for none. @throws Mistake */
export function regionReader(): (text: string) => string {
  const byName = codesByName();
  return (text) => {
    const name = folded(text);
    if (name === '' || NOWHERE.has(name)) return '';
    const code = CODE.test(text) ? canonical(text.toUpperCase()) : byName.get(name);
    if (code === undefined || !isCountry(code)) throw new CellError('is not a country such as DE or Germany');
    return code;
  };
}
