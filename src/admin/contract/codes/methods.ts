import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { CHANNEL_NAMES } from '../../../issuer/credential/channels.ts';
import { idPrefix, Note, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';

const CreationRequest = Type.Object({
  protocol: Type.String({ description: 'By which the browser passes it to a wallet.' }),
  data: Type.Record(Type.String(), Type.Unknown(), { description: 'For the wallet, unchanged.' }),
});

const IssuedCode = Type.Object({
  id: Type.String({ description: 'Names the code in lists and for revoking it.' }),
  code: Type.String({ description: 'Shown once; only a keyed digest of it is kept.' }),
  link: Type.Optional(Type.String({ description: 'issuer.codeLink with the code in it.' })),
  holderId: Type.String(),
  expireTime: Time('When it can no longer be used.'),
  offer: Type.Optional(
    Type.String({
      description: 'Opens a wallet with a Credential Offer of OpenID4VCI; absent without issuer.wallets.',
    }),
  ),
  txCode: Type.Optional(
    Type.String({
      description: 'The second secret, shown once. Give it to the holder by another way than the code.',
    }),
  ),
  requests: Type.Optional(
    Type.Array(CreationRequest, {
      description:
        'For navigator.credentials.create({ digital: { requests } }), with the code in it; absent without issuer.addToWallet.',
    }),
  ),
});

/** The data of a code, without the code itself. */
export const CodeView = Type.Object({
  id: Type.String(),
  holderId: Type.String(),
  state: Type.String({ description: 'open, used, revoked or expired.' }),
  proofingId: Type.Optional(Type.String({ description: 'The proofing that used it.' })),
  channel: Type.Optional(
    Type.Enum([...CHANNEL_NAMES], { description: 'In lists: by which way a wallet used it.' }),
  ),
  createTime: Time('When it was issued.'),
  expireTime: Time('When it can no longer be used.'),
  revokeTime: Type.Optional(Time('When it was revoked.')),
});
export type CodeView = Static<typeof CodeView>;

/** Ids of codes sort by time. */
export const CODE_SORTS = { createTime: 'id' } as const satisfies SortFields;

export const CODE_METHODS = {
  issueCode: {
    http: ['POST', '/admin/v1/codes'],
    role: 'operator',
    noValidateOnly: 'its answer is a secret',
    whenApproved: 'sentAgain',
    audit: ['code.create'],
    command: 'codes issue',
    summary: 'Issue a pre-authorization code',
    request: Type.Object(
      {
        holderId: Id('Holder'),
        ttlSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 31_536_000 })),
        txCode: Type.Optional(
          Type.Boolean({
            description:
              'Whether the holder must also type a second secret. Such a code works with issuer.wallets only.',
          }),
        ),
      },
      closed,
    ),
    response: IssuedCode,
  },
  listCodes: {
    http: ['GET', '/admin/v1/codes'],
    role: 'viewer',
    command: 'codes list',
    summary: 'List pre-authorization codes, without the codes',
    request: Type.Object(
      {
        holderId: Type.Optional(Id('Only the codes of this holder.')),
        orderBy: OrderBy(CODE_SORTS),
        ...idPrefix,
        ...page,
      },
      closed,
    ),
    response: Type.Object({ codes: Type.Array(CodeView), nextPageToken }),
  },
  revokeCode: {
    http: ['POST', '/admin/v1/codes/{id}:revoke'],
    role: 'operator',
    final: true,
    audit: ['code.revoke'],
    command: 'codes revoke',
    summary: 'Revoke an unused pre-authorization code',
    request: Type.Object({ id: Id('Id of the code; not the code.'), note: Note }, closed),
    response: CodeView,
  },
} as const satisfies Record<string, AdminMethod>;
