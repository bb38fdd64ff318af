import { Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import type { AdminMethod } from '../method.ts';

const Digest = (description: string) => Type.String({ description: `${description} SHA-256, hex.` });

const Seals = Type.Object({
  keys: Type.Array(Digest('A pinned key; the last one seals. Of its public point:'), {
    description: 'Each one was announced by the one before. Empty before the first seal.',
  }),
  seal: Type.Optional(Type.Integer({ description: 'Number of the last seal.' })),
  head: Type.Optional(Digest('The last statement.')),
  problem: Type.Optional(
    Type.String({ description: 'What is wrong with the last seals; nothing is sealed until it is mended.' }),
  ),
});

export const KEY_CHANGE_REASONS = ['scheduled', 'keyCompromised', 'custodyMoved', 'other'] as const;
export const RESET_REASONS = ['keyLost', 'databaseRestored', 'trailChanged', 'other'] as const;

/** The part of the admin interface that is about the seals of the audit log. */
export const SEAL_METHODS = {
  getSeals: {
    http: ['GET', '/admin/v1/seals'],
    role: 'viewer',
    command: 'seals status',
    summary: 'Show which key seals the audit log, and whether the last seals verify',
    request: Type.Object({}, closed),
    response: Seals,
  },
  rotateSealKey: {
    http: ['POST', '/admin/v1/seals:rotate'],
    role: 'administrator',
    secondPerson: 'keys',
    final: true,
    audit: ['key.rotateSealKey'],
    command: 'seals rotate',
    summary: 'Make a new key for the seals, which the old one announces',
    request: Type.Object({ reason: Type.Enum([...KEY_CHANGE_REASONS]) }, closed),
    response: Seals,
  },
  resetSeals: {
    http: ['POST', '/admin/v1/seals:reset'],
    role: 'administrator',
    secondPerson: 'keys',
    final: true,
    audit: ['key.resetSeals'],
    command: 'seals reset',
    summary:
      'Start a new key that operators vouch for, when the old one is lost or the seals do not verify; verification always shows it',
    request: Type.Object({ reason: Type.Enum([...RESET_REASONS]) }, closed),
    response: Seals,
  },
} as const satisfies Record<string, AdminMethod>;
