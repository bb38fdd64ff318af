import { Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';
import { says } from '../../conventions/yaml/shape.ts';
import { ADDRESS } from './client-settings.ts';
import { Path } from './path-settings.ts';

const Anchor = Type.Object(
  {
    kind: Type.Enum(['folder', 'rfc3161', 'witness'], {
      description:
        'folder: write-once files. rfc3161: a time-stamp authority. witness: a witness of transparency logs.',
    }),
    path: Type.Optional(
      Path({
        description: 'folder: the folder, which must exist; all processes of the database use the same.',
      }),
    ),
    url: Type.Optional(
      Type.String({
        description: 'rfc3161: URL of the authority. witness: its submission prefix.',
        ...ADDRESS,
      }),
    ),
    root: Type.Optional(
      Path({ description: 'rfc3161: File: PEM certificates of the roots of the authority. Keep old ones.' }),
    ),
    key: Type.Optional(
      Type.String({
        description: 'witness: its verifier key, NAME+ID+KEY, as its operator publishes it.',
        maxLength: 4000,
      }),
    ),
    origin: Type.Optional(
      Type.String({
        description:
          'witness: the name of this audit log at the witness, such as audit.issuer.example; another one after a reset.',
        pattern: '^[A-Za-z][!-*,-~]{2,199}$',
        ...says('must begin with a letter and have 3 to 200 characters, no blank and no +'),
      }),
    ),
    policy: Type.Optional(
      Type.String({
        description: 'rfc3161: the policy that tokens must have, an object identifier. Default: any.',
        pattern: '^[0-2](\\.(0|[1-9][0-9]{0,9})){1,30}$',
        ...says('must be an object identifier, such as 1.3.6.1.4.1'),
      }),
    ),
    ca: Type.Optional(
      Path({
        description:
          'rfc3161, witness: File: PEM authorities of its TLS certificate. Default: the public ones.',
      }),
    ),
    everyMinutes: Type.Optional(
      Type.Integer({ description: 'Minutes between two anchors. Default: 10.', minimum: 1, maximum: 30 }),
    ),
  },
  closed,
);

/** The seals of the audit log. */
export const AuditSettings = Type.Object(
  {
    sealKey: Type.Optional(
      Type.String({
        description:
          'Digest of the expected seal key, as printed by diptych seals status. The server starts only if it seals with this key or with one that this key announced. Default: the key that is pinned in keys/seal.pin.',
        pattern: '^[0-9a-f]{64}$',
        ...says('must be 64 characters of 0-9 and a-f'),
      }),
    ),
    anchors: Type.Array(Anchor, {
      description:
        'Where the newest seal is anchored outside of the database: `{kind: folder, path}`, `{kind: rfc3161, url, root}` or `{kind: witness, url, key, origin}`; see anchors.md.',
      default: [],
      maxItems: 8,
    }),
  },
  { additionalProperties: false, default: {} },
);
