import { faultsOf, type Query, repeatedParameter } from '../../conventions/index.ts';
import type { ResolveRequest } from '../../resolve/index.ts';
import { isCountryInAnyCase } from '../countries.ts';

const AD_UNIT_ID = /^ca-app-pub-\d{16}\/\d{10}$/;
const COUNTRY = { test: isCountryInAnyCase };
const PLATFORM = /^(?:ANDROID|IOS)$/i;
const IDFA = /^(?:AVAILABLE|NOT_AVAILABLE)$/;
/** Longer than any identifier of an installation. */
const UNIT = /^[^\n]{1,128}$/;

/** The parameters of a resolve request, and what each must be. An empty value counts as absent. */
const PARAMETERS = {
  adUnitId: [AD_UNIT_ID, 'an ad unit id: ca-app-pub-{16 digits}/{10 digits}'],
  platform: [PLATFORM, 'ANDROID or IOS'],
  country: [COUNTRY, 'a country of ISO 3166-1, such as DE'],
  idfa: [IDFA, 'AVAILABLE or NOT_AVAILABLE'],
  unit: [UNIT, 'at most 128 characters'],
  explain: [/^(?:1|0|true|false)$/, '1 or 0'],
} as const satisfies Readonly<Record<string, readonly [Pick<RegExp, 'test'>, string]>>;

const NAMES = Object.keys(PARAMETERS) as readonly (keyof typeof PARAMETERS)[];

interface AskedResolve {
  readonly request: ResolveRequest;
  readonly explain: boolean;
}

/**
 * Reads a resolve request. Other parameters are ignored, so that apps may send more than this version knows. @throws
 * StatusError INVALID_RESOLVE_REQUEST
 */
export function readResolveRequest(query: Query): AskedResolve {
  const faults = faultsOf('INVALID_RESOLVE_REQUEST');
  const read: Partial<Record<keyof typeof PARAMETERS, string>> = {};
  for (const name of NAMES) {
    const values = query.get(name);
    const value = values?.[0];
    if (values === undefined || value === undefined || value === '') continue;
    const [shape, what] = PARAMETERS[name];
    if (values.some((other) => other !== value)) faults.add(repeatedParameter(name));
    else if (shape.test(value)) read[name] = value;
    else faults.add({ field: name, description: `'${name}' is not ${what}.` });
  }
  const { adUnitId, platform, country, idfa, unit, explain } = read;
  if (!query.get('adUnitId')?.[0]) faults.add({ field: 'adUnitId', description: "'adUnitId' is required." });
  faults.raise();
  return {
    request: {
      adUnitId: adUnitId ?? '',
      ...(platform !== undefined && { platform: platform.toUpperCase() as 'ANDROID' | 'IOS' }),
      ...(country !== undefined && { country }),
      ...(idfa !== undefined && { idfa: idfa as 'AVAILABLE' | 'NOT_AVAILABLE' }),
      ...(unit !== undefined && { unit }),
    },
    explain: explain === '1' || explain === 'true',
  };
}
