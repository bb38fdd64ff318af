/** Countries and territories of CLDR 47 (validity/region, regular). Groups of countries are not among them. */
const COUNTRIES = `
AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CP CQ CR CU CV CW CX CY CZ DE DG DJ DK DM DO DZ EA EC EE EG EH ER ES ET
FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN IO
IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR
PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ
TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW`;

const CODES = new Set(COUNTRIES.trim().split(/\s+/));

export const isCountry = (code: string): boolean => CODES.has(code);

/** What people mean by codes that no request has. */
const MEANT: Readonly<Record<string, string>> = {
  EN: 'EN is a language; did you mean GB or US?',
  EU: 'EU is a group of countries; name the countries.',
  UK: 'Did you mean GB?',
};

export function advice(code: string): string {
  if (/^\d+$/.test(code)) return 'Numbers are groups of countries; name the countries.';
  return MEANT[code] ?? 'CLDR has no such region.';
}
