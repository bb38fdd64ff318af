import { Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import type { AdminMethod } from '../method.ts';

const SettingView = Type.Object({
  name: Type.String({ description: 'As in the configuration file.' }),
  value: Type.Optional(
    Type.Unknown({ description: 'Absent where nothing is set; `(set)` in place of a secret.' }),
  ),
  source: Type.Enum(['default', 'file', 'environment', 'option'], {
    description: 'Where the value is from.',
  }),
  origin: Type.Optional(Type.String({ description: 'The variable, or the line of the file.' })),
  description: Type.String(),
  isPolicy: Type.Boolean({ description: 'A member of the policy, which a policy file can set too.' }),
});

const Level = Type.Enum(['ok', 'warning', 'failure']);

const FindingView = Type.Object({
  check: Type.String({ description: 'As diptych doctor names it.' }),
  level: Level,
  text: Type.String(),
  remedy: Type.Optional(Type.String({ description: 'What to do.' })),
  keyId: Type.Optional(Type.String({ description: 'The key, if this is about the end of its certificate.' })),
});

const Findings = Type.Object({
  time: Time('When it was checked; an answer is kept for a minute.'),
  level: Type.Enum(['ok', 'warning', 'failure'], { description: 'The worst of the findings.' }),
  findings: Type.Array(FindingView),
});

/** Methods for the configuration, which people change in files and variables only. */
export const CONFIGURATION_METHODS = {
  getSettings: {
    http: ['GET', '/admin/v1/settings'],
    role: 'operator',
    command: { none: 'diptych policy show and diptych config baseline read the same files' },
    summary: 'Get the settings of the running server and where each comes from, without secrets',
    request: Type.Object({}, closed),
    response: Type.Object({
      version: Type.String({ description: 'The version of Diptych.' }),
      profile: Type.String(),
      digest: Type.String({ description: 'Of the settings, as in the server log; SHA-256, hex.' }),
      settings: Type.Array(SettingView),
    }),
  },
  getFindings: {
    http: ['GET', '/admin/v1/findings'],
    role: 'operator',
    command: { none: 'diptych doctor checks the same, and the database file, from outside' },
    summary: 'Check configuration, keys, certificates and the systems around the server, with remedies',
    request: Type.Object({}, closed),
    response: Findings,
  },
} as const satisfies Record<string, AdminMethod>;
