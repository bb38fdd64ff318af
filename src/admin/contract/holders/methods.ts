import { type Static, Type } from 'typebox';
import { closed, Time } from '../../../conventions/json-schema.ts';
import { OrderBy, type SortFields } from '../../../conventions/order-by.ts';
import { Identifier as Id } from '../../../issuer/contract/scalars.ts';
import { CHANNEL_NAMES } from '../../../issuer/credential/channels.ts';
import { RevocationReason } from '../credentials/methods.ts';
import { etag, idPrefix, MOST_ITEMS, Note, nextPageToken, page } from '../members.ts';
import type { AdminMethod } from '../method.ts';
import { SignedReceipt } from './erasure-receipt.ts';

/** A record to import; a portrait and other bytes are base64. */
export const HolderImport = Type.Object(
  {
    id: Id("The issuer's own id of the person; personal data does not belong here."),
    documentType: Type.Optional(Type.String({ description: 'docType; the mDL when left out.' })),
    elements: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Data elements by namespace and identifier.',
    }),
  },
  closed,
);

export type HolderImport = Static<typeof HolderImport>;

const ImportedHolder = Type.Object({
  id: Type.String(),
  result: Type.Union([Type.Literal('created'), Type.Literal('updated'), Type.Literal('unchanged')]),
  supersededCredentials: Type.Integer({ description: 'Credentials that got a new version.' }),
  changedElements: Type.Array(Type.String(), {
    description: 'For an update: namespace/identifier of every element that changed; never a value.',
  }),
});

const HolderFinding = Type.Object({
  severity: Type.Enum(['error', 'warning']),
  path: Type.String({ description: 'Where in the record; never a value.' }),
  problem: Type.String({ description: 'What is wrong; reads on from the path.' }),
  rule: Type.String({ description: 'The clause that the rule is from.' }),
  requirement: Type.Optional(Type.String({ description: 'Id of the requirement on issuers.' })),
});

const CheckedHolder = Type.Object({
  id: Type.String(),
  result: Type.Enum(['created', 'updated', 'unchanged', 'refused'], {
    description: 'What an import would do.',
  }),
  changedElements: Type.Array(Type.String()),
  findings: Type.Array(HolderFinding),
});

export type CheckedHolder = Static<typeof CheckedHolder>;

const Erased = Type.Object({
  erasureId: Type.String({ description: 'Replaces the id of the holder in the audit log.' }),
  eraseTime: Time('When it was erased.'),
  completeTime: Type.Optional(
    Time(
      'From when on no backup of the database can be read for this holder; absent if it was not encrypted.',
    ),
  ),
  revokedCredentials: Type.Integer({ description: 'Live credentials that were revoked with it.' }),
  rejectedProofings: Type.Integer({ description: 'Open proofings that were rejected with it.' }),
  codes: Type.Integer({ description: 'Codes that were deleted.' }),
});

/** Maximum number of records in a request, and of bytes in its body, so that a request takes little time. */
const MOST_RECORDS = 100;

const RECORDS_LIMIT = 2 * 1024 * 1024;

/** The data of a holder, without the record. */
export const HolderView = Type.Object({
  etag,
  id: Type.String(),
  documentType: Type.String(),
  state: Type.String({
    description:
      'Of the person, not of credentials: `active` may get documents, whether or not one is live; `revoked` may not.',
  }),
  recordVersion: Type.Integer(),
  createTime: Time('When the holder was imported first.'),
  updateTime: Time('When the record changed last.'),
  channels: Type.Optional(
    Type.Array(Type.Enum([...CHANNEL_NAMES]), {
      description: 'By which ways live credentials of the holder reach wallets; not in lists.',
    }),
  ),
  holds: Type.Optional(
    Type.Array(Type.String(), { description: 'Legal holds that forbid erasing the holder; not in lists.' }),
  ),
});

export type HolderView = Static<typeof HolderView>;

const ElementView = Type.Object({
  identifier: Type.String(),
  kind: Type.Enum(['text', 'number', 'boolean', 'date', 'dateTime', 'image', 'bytes', 'array', 'map'], {
    description: 'What the value is.',
  }),
  value: Type.Unknown({ description: 'Of images and bytes only the length and the media type.' }),
});
export type ElementView = Static<typeof ElementView>;

const RecordView = Type.Array(Type.Object({ name: Type.String(), elements: Type.Array(ElementView) }));
export type RecordView = Static<typeof RecordView>;

const EarlierRecord = Type.Object(
  {
    recordVersion: Type.Integer(),
    replaceTime: Time('When the record of now replaced it.'),
    namespaces: RecordView,
    changedElements: Type.Array(Type.String(), {
      description: '`namespace/identifier` of every element that differs from the record of now.',
    }),
  },
  { description: 'The record before its last change by an import or a refresh, if it ever changed.' },
);

const Name = (description: string) => Type.String({ description, minLength: 1, maxLength: 300 });

export const HOLDER_SORTS = { createTime: 'createdAt' } as const satisfies SortFields;

export const HOLDER_METHODS = {
  importHolders: {
    http: ['POST', '/admin/v1/holders:import'],
    role: 'operator',
    whenApproved: 'sentAgain',
    audit: ['holder.create', 'holder.update', 'credential.supersede'],
    command: 'holders import',
    summary: 'Import or change holders; all of them or none',
    bodyLimit: RECORDS_LIMIT,
    request: Type.Object(
      {
        holders: Type.Array(HolderImport, { minItems: 1, maxItems: MOST_RECORDS }),
        validateOnly: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    response: Type.Object({ holders: Type.Array(ImportedHolder) }),
  },
  checkHolders: {
    http: ['POST', '/admin/v1/holders:check'],
    role: 'operator',
    auditsReads: true,
    audit: ['holder.view'],
    command: 'holders import',
    summary: 'Check an import: its effect, and all problems and warnings of each record; no record is stored',
    bodyLimit: RECORDS_LIMIT,
    request: Type.Object(
      { holders: Type.Array(HolderImport, { minItems: 1, maxItems: MOST_RECORDS }) },
      closed,
    ),
    response: Type.Object({ holders: Type.Array(CheckedHolder) }),
  },
  listHolders: {
    http: ['GET', '/admin/v1/holders'],
    role: 'viewer',
    command: 'holders list',
    summary: 'List holders, without their records',
    request: Type.Object({ orderBy: OrderBy(HOLDER_SORTS), ...idPrefix, ...page }, closed),
    response: Type.Object({ holders: Type.Array(HolderView), nextPageToken }),
  },
  getHolder: {
    http: ['GET', '/admin/v1/holders/{id}'],
    role: 'viewer',
    command: 'holders show',
    summary: 'Get a holder, without the record',
    request: Type.Object({ id: Id('Holder') }, closed),
    response: HolderView,
  },
  searchHolders: {
    http: ['POST', '/admin/v1/holders:search'],
    role: 'operator',
    auditsReads: true,
    audit: ['holderSearch.run'],
    command: 'holders search',
    summary:
      'Find holders by the number of their document, or by name and date of birth, regardless of case, diacritics and punctuation',
    request: Type.Object(
      {
        documentNumber: Type.Optional(Name('The whole number; alone.')),
        familyName: Type.Optional(Name('With birthDate.')),
        givenName: Type.Optional(Name('All given names, or the first.')),
        birthDate: Type.Optional(Type.String({ description: 'YYYY-MM-DD', format: 'date' })),
      },
      closed,
    ),
    response: Type.Object({
      holders: Type.Array(HolderView, { description: '20 at most.' }),
      isComplete: Type.Boolean({
        description: 'False after an upgrade, until all older records are in the index.',
      }),
    }),
  },
  nameHolders: {
    http: ['POST', '/admin/v1/holders:name'],
    role: 'operator',
    auditsReads: true,
    audit: ['holderNames.view'],
    command: { none: 'diptych events list, commands that show one thing, and lists with --names show them' },
    summary: 'Get the names of holders; each look is one entry of the audit log, with their number',
    request: Type.Object(
      { ids: Type.Array(Id('Holder'), { minItems: 1, maxItems: MOST_ITEMS, uniqueItems: true }) },
      closed,
    ),
    response: Type.Object({
      holders: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.Optional(
            Type.String({ description: 'Given name and family name; absent if the record has neither.' }),
          ),
        }),
        { description: 'Those that exist.' },
      ),
    }),
  },
  getHolderRecord: {
    http: ['GET', '/admin/v1/holders/{id}/record'],
    role: 'operator',
    auditsReads: true,
    audit: ['holder.view'],
    command: 'holders record',
    summary: 'Get the record of a holder; each look is an entry of the audit log',
    request: Type.Object({ id: Id('Holder') }, closed),
    response: Type.Object({
      holder: HolderView,
      namespaces: RecordView,
      earlier: Type.Optional(EarlierRecord),
    }),
  },
  getHolderPortrait: {
    http: ['GET', '/admin/v1/holders/{id}/portrait'],
    role: 'operator',
    auditsReads: true,
    audit: ['holder.viewPortrait'],
    command: 'holders portrait',
    summary: 'Get the portrait of a holder; each look is an entry of the audit log',
    request: Type.Object(
      {
        id: Id('Holder'),
        record: Type.Optional(
          Type.Enum(['now', 'earlier'], {
            description: 'Of which record: that of now, or the one before its last change. Default: now.',
          }),
        ),
      },
      closed,
    ),
    media: ['image/jpeg', 'image/jp2', 'image/j2c'],
    response: Type.Object({ mediaType: Type.String(), content: Type.String({ description: 'base64' }) }),
  },
  refreshHolder: {
    http: ['POST', '/admin/v1/holders/{id}:refresh'],
    role: 'operator',
    etagOf: 'getHolder',
    audit: ['holder.update', 'credential.supersede'],
    command: 'holders refresh',
    summary: "Fetch a holder's record from the system of record again, after it changed there",
    request: Type.Object({ id: Id('Holder') }, closed),
    response: Type.Object({
      id: Type.String(),
      result: Type.Union([Type.Literal('updated'), Type.Literal('unchanged')]),
      supersededCredentials: Type.Integer({ description: 'Credentials that got a new version.' }),
      changedElements: Type.Array(Type.String(), {
        description: '`namespace/identifier` of every element that changed.',
      }),
    }),
  },
  revokeHolder: {
    http: ['POST', '/admin/v1/holders/{id}:revoke'],
    role: 'approver',
    etagOf: 'getHolder',
    final: true,
    audit: ['holder.revoke', 'credential.revoke'],
    command: 'holders revoke',
    summary: 'Revoke all credentials of a holder permanently; later proofings are rejected',
    request: Type.Object({ id: Id('Holder'), reason: Type.Optional(RevocationReason), note: Note }, closed),
    response: Type.Object({ holder: HolderView, revokedCredentials: Type.Integer() }),
  },
  eraseHolder: {
    http: ['POST', '/admin/v1/holders/{id}:erase'],
    role: 'administrator',
    etagOf: 'getHolder',
    final: true,
    audit: ['holder.erase', 'credential.revoke', 'proofing.reject', 'approval.refuse'],
    command: 'holders erase',
    summary:
      'Erase a holder: delete the record, its codes and MSOs, revoke its credentials, remove its id from the audit log',
    request: Type.Object({ id: Id('Holder') }, closed),
    response: Erased,
  },
  getErasureReceipt: {
    http: ['GET', '/admin/v1/holders/{id}:erasureReceipt'],
    role: 'administrator',
    command: 'holders receipt',
    summary: 'Get a signed receipt of an erasure; diptych holders check-receipt checks it without a server',
    request: Type.Object({ id: Id('Id of the erased holder, or of the erasure.') }, closed),
    response: SignedReceipt,
  },
} as const satisfies Record<string, AdminMethod>;
