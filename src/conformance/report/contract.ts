import { type Static, Type } from 'typebox';
import { RESULTS } from '../run/verdict.ts';

const Count = Type.Integer({ minimum: 0 });
const Level = Type.Enum(['must', 'should', 'may']);
const Time = Type.String({ description: 'RFC 3339, UTC.' });

const Exchange = Type.Object({
  operation: Type.String(),
  status: Type.Optional(Type.Integer({ description: 'Absent if there was no answer.' })),
  milliseconds: Count,
  request: Type.Unknown({ description: 'The shape of the request; texts are replaced by their length.' }),
  answer: Type.Optional(Type.Unknown()),
});

const CaseReport = Type.Object({
  id: Type.String(),
  clause: Type.String(),
  section: Type.String(),
  level: Level,
  title: Type.String(),
  profile: Type.Enum(['smoke', 'blackbox', 'full']),
  needs: Type.Array(Type.String()),
  result: Type.Enum([...RESULTS]),
  reason: Type.Optional(Type.String({ description: 'Why it is no pass.' })),
  known: Type.Optional(
    Type.String({ description: 'From the file of known failures; with a pass, remove it there.' }),
  ),
  milliseconds: Count,
  exchanges: Type.Array(Exchange),
  omittedExchanges: Count,
});
export type CaseReport = Static<typeof CaseReport>;

const Counts = Type.Object({
  cases: Count,
  pass: Count,
  warning: Count,
  fail: Count,
  knownFailure: Count,
  notRun: Count,
  inconclusive: Count,
});
export type Counts = Static<typeof Counts>;

/** The one source of all reports. */
export const Report = Type.Object(
  {
    format: Type.Literal('diptych-conformance-1'),
    runner: Type.Object({ version: Type.String(), commit: Type.String() }),
    catalogue: Type.Object({
      interface: Type.Enum(['issuer', 'mediation', 'openid4vci']),
      cases: Count,
      sha256: Type.String({ description: 'Equal in two reports that are about the same cases.' }),
    }),
    target: Type.Object({
      baseUrl: Type.String({ description: 'Without user, password and query.' }),
      id: Type.String({
        description: 'issuerId, the publisher account, or the Credential Issuer Identifier.',
      }),
      certificates: Type.Array(
        Type.Object({ operation: Type.String(), sha256: Type.String({ description: 'Of the DER, hex.' }) }),
      ),
    }),
    profile: Type.Enum(['smoke', 'blackbox', 'full']),
    setup: Type.Array(Type.String(), { description: 'What the operator said about the server.' }),
    hooks: Type.Boolean({ description: 'Whether hooks were given.' }),
    seed: Type.String({
      description:
        'What ids, keys and nonces of the run were made from. --seed repeats them, for an issuer that starts anew.',
    }),
    startTime: Time,
    endTime: Time,
    requests: Count,
    signedBy: Type.Optional(Type.String({ description: 'SHA-256 of the public key (SPKI), hex.' })),
    levels: Type.Object({ must: Counts, should: Counts, may: Counts }),
    summary: Type.String(),
    leftBehind: Type.Array(Type.String(), { description: 'What the run could not remove.' }),
    cases: Type.Array(CaseReport),
  },
  { title: 'Report of diptych conformance' },
);
export type Report = Static<typeof Report>;
