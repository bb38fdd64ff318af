import { describe, expect, it } from 'vitest';
import { ADMIN_REASONS, CONSOLE_REASONS, REASONS } from '../../conventions/reasons/index.ts';
import { OAUTH_ERRORS } from '../../http/oauth/error-codes.ts';
import { VCI_REMEDIES } from '../../http/vci/errors.ts';
import type { HandledRequest } from '../../issuer/ports/requests.ts';
import { REMEDY_OF_REASON, remedyOf } from '../../issuer/remedies.ts';
import { SETTINGS } from '../config/settings.ts';
import { recordAdminRequests, recordMediationRequests, recordOAuthRequests } from './record-requests.ts';

const clock = () => 0;
const exchange = { requestId: 'r', status: 400, bodyBytes: 0, milliseconds: 1, admitted: true } as const;

/** What is stored of a request. */
function stored(record: (keep: (request: HandledRequest) => void) => void): HandledRequest {
  const all: HandledRequest[] = [];
  record((request) => all.push(request));
  return all[0]!;
}

const recorder = (record: (request: HandledRequest) => void) => ({
  record,
  settled: () => Promise.resolve(),
  lost: () => 0,
});

const ofMediation = (outcome: string, violations: readonly Violation[]) =>
  stored((keep) =>
    recordMediationRequests(
      recorder(keep),
      keep,
      clock,
    )({ ...exchange, method: 'admob.accounts.mediationGroups.create', outcome, violations }),
  );
const ofAdmin = (outcome: string, violations: readonly Violation[]) =>
  stored((keep) =>
    recordAdminRequests(
      recorder(keep),
      clock,
    )({ ...exchange, method: 'createUser', operatorId: 'user-1', reads: false, outcome, violations }),
  );
const ofOAuth = (outcome: string, description: string) =>
  stored((keep) =>
    recordOAuthRequests(keep, clock)({ ...exchange, endpoint: '/oauth/token', outcome, description }),
  );

type Violation = {
  readonly field: string;
  readonly description: string;
  readonly metadata?: Readonly<Record<string, string>>;
};

const VIOLATION = { field: 'displayName', description: "'displayName' is required." };
const SHOWN = 'displayName is required.';

const isOfAdmin = (reason: string) => reason in ADMIN_REASONS || reason in CONSOLE_REASONS;

/** A method, a file of the data folder, and the end of a link. */
const OTHER_NAMES = ['accounts.list', 'admin.token', 'in.md'];
const NAMES: ReadonlySet<string> = new Set([...SETTINGS.map(({ name }) => name), ...OTHER_NAMES]);

describe('A stored refusal has what its remedy speaks of', () => {
  it.each(Object.entries(REASONS))('%s', (reason, { remedy }) => {
    const kept = isOfAdmin(reason) ? ofAdmin(reason, [VIOLATION]) : ofMediation(reason, [VIOLATION]);
    expect(kept.remedy).toMatch(/\w.*\.$/);
    if (/violation|member/.test(remedy)) expect(kept.description?.split('\n')).toContain(SHOWN);
  });

  it.each(Object.entries(OAUTH_ERRORS))('%s of OAuth', (error, { remedy }) => {
    const kept = ofOAuth(error, 'missing required parameter(s) (grant_type)');
    expect(kept.description?.split('\n')).toContain('missing required parameter(s) (grant_type)');
    if (remedy.includes('error_description')) expect(kept.remedy).toContain('the finding');
  });

  const remedies = [
    ...Object.entries(REASONS).map(([reason]) => [reason, ofMediation(reason, []).remedy] as const),
    ...Object.keys(OAUTH_ERRORS).map((error) => [error, ofOAuth(error, '').remedy] as const),
    ...Object.entries(VCI_REMEDIES),
    ...Object.keys(REMEDY_OF_REASON).map(
      (outcome) => [outcome, remedyOf({ operation: 'proofUser', outcome })] as const,
    ),
  ];

  it.each(remedies)('%s speaks of no part of an answer as if its reader had it', (_, remedy = '') => {
    expect(remedy).not.toMatch(/error_?[dD]escription|expectedVersion/);
    expect(remedy.replaceAll('message of the answer', '')).not.toMatch(/\bmessage (?:says|names)\b/);
    expect(remedy).not.toMatch(/\b(?:Accept-Encoding|WWW-Authenticate) names\b/);
  });

  it.each(remedies)('%s names only settings that exist', (_, remedy = '') => {
    const names = remedy.match(/\b[a-z]\w*(?:\.[a-z]\w*)+/g) ?? [];
    expect(names.filter((name) => !NAMES.has(name))).toEqual([]);
  });
});

describe('The violations of a stored refusal', () => {
  const linesOf = (...violations: readonly Violation[]) =>
    ofMediation('INVALID_MEDIATION_GROUP', violations).description?.split('\n').slice(1);

  it.each([
    [
      'name the member, without the key that the client chose',
      { field: 'mediationGroupLines["secret"].cpmMicros', description: 'is too small' },
      ['mediationGroupLines[].cpmMicros is too small'],
    ],
    [
      'have the name of the interface in place of that of the protocol buffer',
      {
        field: 'targeting.ad_unit_ids[0]',
        description: 'Invalid value at \'targeting.ad_unit_ids[0]\' (TYPE_STRING), "secret"',
        metadata: { type: 'TYPE_STRING', value: '"secret"' },
      },
      ['Invalid value at targeting.adUnitIds[] (TYPE_STRING), …'],
    ],
    [
      'do not repeat a name that the client made up',
      {
        field: 'secret',
        description: 'Unknown name "secret": it is no parameter.',
        metadata: { name: 'secret' },
      },
      ['Unknown name …: it is no parameter.'],
    ],
    [
      'do not repeat a name with quotes',
      {
        field: '',
        description: 'Unknown name "a\\"secret\\"": it is no member.',
        metadata: { name: 'a"secret"' },
      },
      ['Unknown name …: it is no member.'],
    ],
    [
      'have the names of types and what the server supports',
      {
        field: 'pageSize',
        description: "Invalid value at 'pageSize' (TYPE_INT64), 6; supported are: a, b.",
        metadata: { type: 'TYPE_INT64', value: '6', supported: 'a, b', parameter: 'page_size' },
      },
      ['Invalid value at pageSize (TYPE_INT64), …; supported are: a, b.'],
    ],
    [
      'are left out if a part of them cannot be told from what the client sent',
      { field: 'displayName', description: 'has secret parts', metadata: { value: 'SECRET' } },
      ['displayName'],
    ],
    [
      'have the selection that was refused, if it has only names',
      {
        field: 'fields',
        description: "Error expanding 'fields': cannot find fields for path 'mediationGroups/nope'.",
        metadata: { selection: 'mediationGroups/nope' },
      },
      ["Error expanding fields: cannot find fields for path 'mediationGroups/nope'."],
    ],
    ['are left out if the member is not declared', { field: 'secret', description: 'secret is wrong' }, []],
  ] as const)('%s', (_, violation, lines) => {
    expect(linesOf(violation)).toEqual(lines);
  });

  it('are no more than twenty, none longer than 300 characters', () => {
    const lines = linesOf(
      ...Array.from({ length: 100 }, (_, index) => ({
        field: 'displayName',
        description: `${index} ${'x'.repeat(1000)}`,
      })),
    );
    expect(lines).toHaveLength(20);
    expect(Math.max(...(lines ?? []).map((line) => line.length))).toBe(300);
  });

  it.each(['RECORD_INVALID', 'RECORD_REFUSED'])(
    'about the records of people are not stored: %s',
    (reason) => {
      expect(ofAdmin(reason, [VIOLATION]).description).not.toContain('required');
    },
  );

  it.each([
    ['CATALOGUE_INVALID', 'catalogue', 'line 3: adapterId is missing'],
    ['PRECONDITION_FAILED', 'If-Match', 'is no entity tag'],
  ])('name what is no member of a request: %s', (reason, field, description) => {
    const kept = ofAdmin(reason, [{ field, description }]).description;
    expect(kept?.split('\n')).toContain(`${field} ${description}`);
  });
});
