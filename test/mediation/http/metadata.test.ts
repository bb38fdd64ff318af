import { beforeAll, describe, expect, it } from 'vitest';
import { detailOf } from './support/envelope.ts';
import {
  ACCOUNT,
  APPLOVIN,
  type Call,
  EXPERIMENT,
  GROUP,
  GROUPS,
  newGroup,
  OTHER,
  useHttpWorld,
} from './support/world.ts';

const world = useHttpWorld();

let group: Awaited<ReturnType<typeof newGroup>>;
beforeAll(async () => {
  group = await newGroup(world());
});

const created = (changes: object): Call => ({ body: { ...GROUP, ...changes } });
const masked = (updateMask: string, body: object = {}): Call => ({ query: { updateMask }, body });

/** Refused requests whose error message contains a part of the request. */
const REFUSED: Readonly<Record<string, readonly [string, () => string, Call]>> = {
  'an unknown parameter': ['GET', () => GROUPS, { query: 'foo=bar' }],
  'a bad value of a parameter': ['GET', () => GROUPS, { query: 'pageSize=NOPE' }],
  'a bad parameter and unknown ones': ['GET', () => GROUPS, { query: 'pageSize=NOPE&foo=1&bar=2' }],
  'an unknown value of alt': ['GET', () => GROUPS, { query: 'alt=zzz' }],
  'an unknown error format': ['GET', () => GROUPS, { query: '$.xgafv=9' }],
  'an unsupported parameter': ['GET', () => GROUPS, { query: 'callback=x' }],
  'an unknown field': ['GET', () => GROUPS, { query: 'fields=nope' }],
  'several bad fields and parameters': ['GET', () => GROUPS, { query: 'fields=nope,no/pe&alt=zzz&foo=1' }],
  'a malformed filter': ['GET', () => GROUPS, { query: { filter: 'IN(' } }],
  'an unknown function of a filter': ['GET', () => GROUPS, { query: { filter: 'OUT(FORMAT, "X")' } }],
  'an unknown field of a filter': ['GET', () => GROUPS, { query: { filter: 'IN(NOPE, "X")' } }],
  'an unknown value in a filter': ['GET', () => GROUPS, { query: { filter: 'IN(FORMAT, "NOPE")' } }],
  'a malformed account id': ['GET', () => '/v1beta/accounts/nonsense', {}],
  'a malformed If-Match': ['GET', () => GROUPS, { headers: { 'if-match': 'x' } }],
  'an unknown member': ['POST', () => GROUPS, created({ nope: 1 })],
  'an unknown nested member': ['POST', () => GROUPS, created({ targeting: { nope: 1 } })],
  'a value of the wrong type': ['POST', () => GROUPS, created({ displayName: 5 })],
  'an unknown enum name': ['POST', () => GROUPS, created({ state: 'NOPE' })],
  'a list in place of a string': ['POST', () => GROUPS, created({ displayName: ['x'] })],
  'an object in place of a string': ['POST', () => GROUPS, created({ displayName: {} })],
  'missing required members': ['POST', () => GROUPS, { body: {} }],
  'a malformed ad unit id': [
    'POST',
    () => GROUPS,
    created({ targeting: { ...GROUP.targeting, adUnitIds: ['x'] } }),
  ],
  'an unknown ad source': [
    'POST',
    () => GROUPS,
    created({ mediationGroupLines: { '-1': { adSourceId: '7' } } }),
  ],
  'a bad key of a new line': [
    'POST',
    () => GROUPS,
    created({ mediationGroupLines: { x: { adSourceId: APPLOVIN } } }),
  ],
  'a malformed mask': ['PATCH', () => group.path, masked('mediationGroupLines[')],
  'an unsupported mask': ['PATCH', () => group.path, masked('displayName,*,name.x')],
  'a mask for one element of a list': ['PATCH', () => group.path, masked('targeting.adUnitIds[0]')],
  'a mask for a line that does not exist': [
    'PATCH',
    () => group.path,
    masked('mediationGroupLines["7"].state'),
  ],
  'a change of a member that cannot be changed': [
    'PATCH',
    () => group.path,
    { body: { targeting: { platform: 'IOS' } } },
  ],
  'an unknown setting of an adapter': [
    'POST',
    () => `${ACCOUNT}/adUnits/0000000001/adUnitMappings`,
    { body: { adapterId: '111', adUnitConfigurations: { nope: 'x' } } },
  ],
  'a percentage that is not allowed': [
    'POST',
    () => `${group.path}/mediationAbExperiments`,
    { body: { ...EXPERIMENT, treatmentTrafficPercentage: '7' } },
  ],
  'a batch that is too large': [
    'POST',
    () => `${ACCOUNT}/adUnitMappings:batchCreate`,
    { body: { requests: Array.from({ length: 101 }, () => ({})) } },
  ],
};

/** Names of the interface itself, which do not vary. */
const FIXED = new Set(['fields', '*', 'alt', '$.xgafv', ...['[', ']', '(', ')', ','], 'variantChoice']);

/** The texts in quotes and the numbers in a message. */
function named(message: string): readonly string[] {
  const quoted = [...message.matchAll(/'([^']*)'|"([^"]*)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  return quoted.filter((text) => text !== '' && !FIXED.has(text));
}

describe('Metadata of errors (AIP-193)', () => {
  it.each(Object.entries(REFUSED))(
    'the metadata of an error contain all variable parts of its message: %s',
    async (_, [method, path, call]) => {
      const { error } = await world().call(method, path(), call);
      expect(error.status).toBe('INVALID_ARGUMENT');
      const metadata = Object.values(detailOf(error, 'ErrorInfo')?.metadata ?? {});
      expect(metadata, error.message).not.toEqual([]);
      for (const name of named(error.message))
        expect(
          metadata.some((value) => value.includes(name)),
          `${name} of ${error.message}`,
        ).toBe(true);
    },
  );

  it('the metadata of a refused credential names the service and the method', async () => {
    for (const [path, token] of [
      [GROUPS, null],
      [`/v1beta/accounts/${OTHER}/mediationGroups`, world().token.write],
    ] as const) {
      const { error } = await world().call('GET', path, { token });
      expect(detailOf(error, 'ErrorInfo')?.metadata).toEqual({
        service: 'diptych',
        method: 'admob.accounts.mediationGroups.list',
      });
    }
  });

  it('the metadata of an error has keys in the form of AIP-193, and at most a hundred violations', async () => {
    const nope = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`n${index}`, 1]));
    const { error } = await world().call('POST', GROUPS, created(nope));
    const keys = Object.keys(detailOf(error, 'ErrorInfo')?.metadata ?? {});
    for (const key of keys) expect(key).toMatch(/^[a-z][a-zA-Z0-9-_]{1,63}$/);
    expect(keys.length).toBeLessThanOrEqual(300);
  });
});
