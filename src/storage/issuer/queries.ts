import { type Kysely, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { isLive } from '../../issuer/credential/state-machine.ts';
import type { CredentialState } from '../../issuer/model/index.ts';
import type { CredentialFilter, ListReader, Page, ProofingFilter } from '../../issuer/ports/lists.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import {
  afterCursor,
  type BoundedPage,
  countThatFits,
  fewOf,
  inOrder,
  inStepsOf,
  type Step,
  source,
  type Weighed,
} from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';
import { openProofings } from './decision-texts.ts';
import { listDevices } from './list-devices.ts';
import { toCredential } from './rows.ts';

interface ById {
  readonly id: string;
}

export const deviceById = prepared((db, { id }: ById) =>
  db.selectFrom('device').selectAll().where('device_reference_id', '=', id),
);

export const deviceByKey = prepared((db, { key }: { readonly key: Uint8Array }) =>
  db
    .selectFrom('device')
    .select('device_reference_id')
    .where('credential_key', '=', key)
    // The condition of the unique index.
    .where('shares_key', 'is', null),
);

export const proofingById = prepared((db, { id }: ById) =>
  db.selectFrom('proofing').selectAll().where('proofing_id', '=', id),
);

export const credentialById = prepared((db, { id }: ById) =>
  db.selectFrom('credential').selectAll().where('credential_id', '=', id),
);

export const credentialsByProofing = prepared((db, { id }: ById) =>
  db.selectFrom('credential').selectAll().where('proofing_id', '=', id).orderBy('credential_id'),
);

export const codeByHash = prepared((db, { codeHash }: { readonly codeHash: Uint8Array }) =>
  db.selectFrom('pre_authorization_code').selectAll().where('code_hash', '=', codeHash),
);

export const codeAttemptsOf = prepared((db, { subject }: { readonly subject: string }) =>
  db.selectFrom('code_attempt').selectAll().where('subject', '=', subject),
);

export const liveCredentialByDevice = prepared((db, { id }: ById) =>
  db
    .selectFrom('credential')
    .selectAll()
    .where('device_reference_id', '=', id)
    .where('state', 'in', ['provisionPending', 'active']),
);

/**
 * Tables with deadlines. A row changes its state when its deadline passes, before a sweep stores the new
 * state.
 */
const TABLES = {
  proofing: { id: 'proofing_id', passed: 'expired', long: 'detail' },
  credential: { id: 'credential_id', passed: 'revoked', long: 'user_action_required' },
} as const;

type Listed = keyof typeof TABLES;

/** Both tables have the columns that are used here. The types are those of the table credential. */
function namesOf(listed: Listed) {
  const { id, passed } = TABLES[listed];
  return { table: listed as 'credential', id: id as 'credential_id', passed };
}

type Filter = CredentialFilter & Pick<ProofingFilter, 'claim'>;

function claimed({ claim, now }: Filter) {
  const { by, operatorId } = claim ?? { by: 'none', operatorId: '' };
  const others = sql`and operator_id <> ${operatorId}`;
  const whose = { none: sql``, own: sql`and operator_id = ${operatorId}`, others, free: others };
  const not = by === 'none' || by === 'free' ? sql`not` : sql``;
  return sql<boolean>`${not} exists (select 1 from proofing_claim
    where proofing_claim.proofing_id = proofing.proofing_id and expires_at > ${now} ${whose[by]})`;
}

const SUBJECTS = { holderId: 'holder_id', deviceReferenceId: 'device_reference_id' } as const;

/** The rows of a subject, or with a prefix, if they are few. */
async function fewRows(db: Kysely<Schema>, listed: Listed, page: Page, filter: Filter) {
  const { table, id } = namesOf(listed);
  for (const [name, column] of Object.entries(SUBJECTS)) {
    const wanted = filter[name as keyof typeof SUBJECTS];
    const few = wanted !== undefined && (await fewOf(db.selectFrom(table).where(column, '=', wanted)));
    if (few) return few;
  }
  const { idPrefix } = page;
  return idPrefix === undefined
    ? undefined
    : await fewOf(afterCursor(db.selectFrom(table), id, { limit: 0, idPrefix }));
}

/** Credentials whose holders must do something. */
const withAction =
  (now: number) =>
  <Row>(query: SelectQueryBuilder<Schema, 'credential', Row>) =>
    query.where('deadline_at', '>', now);

function withoutState(db: Kysely<Schema>, listed: Listed, page: BoundedPage, filter: Filter) {
  const { table, id } = namesOf(listed);
  const { from, before } = filter;
  let query = afterCursor(source(db, table, page).selectAll(), id, page)
    .$if(from !== undefined, (all) => all.where('created_at', '>=', from as number))
    .$if(before !== undefined, (all) => all.where('created_at', '<', before as number))
    .$if(filter.needsAction === true, withAction(filter.now))
    .$if(filter.channel !== undefined, (all) =>
      all.where(sql<SqlBool>`coalesce(channel, 'walletPlatform') = ${filter.channel}`),
    )
    .$if(filter.claim !== undefined, (all) => all.where(claimed(filter)));
  for (const [name, column] of Object.entries(SUBJECTS)) {
    const wanted = filter[name as keyof typeof SUBJECTS];
    if (wanted !== undefined) query = query.where(column, '=', wanted);
  }
  return query;
}

/** The rows of a query in its order; fewer if they are large. */
async function lightRows<DB, Tables extends keyof DB, Row>(
  db: Kysely<Schema>,
  listed: Listed,
  wanted: SelectQueryBuilder<DB, Tables, object>,
): Promise<Step<Row>> {
  const weight = sql`coalesce(octet_length(${sql.ref(TABLES[listed].long)}), 0)`;
  const weights = await sql<Weighed>`select ${weight} as weight from ${wanted} as page`.execute(db);
  const size = countThatFits(weights.rows);
  const rows = (await wanted.limit(size).$castTo<Row>().execute()) as readonly Row[];
  return { rows, isCut: size < weights.rows.length };
}

/** The rows of a page in their current states, which match the filter. */
async function matching<Table extends Listed>(
  db: Kysely<Schema>,
  listed: Table,
  page: BoundedPage,
  filter: Filter,
): Promise<Step<Selectable<Schema[Table]>>> {
  const { id, passed } = namesOf(listed);
  const { state, now } = filter;
  const all = withoutState(db, listed, page, filter);
  if (state === undefined) return lightRows(db, listed, inOrder(all, id, page));
  const inState = all.where(({ eb, and, or }) =>
    state === passed
      ? or([eb('state', '=', state), eb('deadline_at', '<=', now)])
      : and([eb('state', '=', state), or([eb('deadline_at', 'is', null), eb('deadline_at', '>', now)])]),
  );
  return lightRows(db, listed, inOrder(inState, id, page));
}

/** Indexes that find the rows of a state in an order. */
const SORTED_STATES: Readonly<Record<Listed, readonly string[]>> = {
  proofing: ['createdAt', 'deadlineAt'],
  credential: ['createdAt'],
};

/** A row whose deadline has passed is listed in its new state, even before a sweep stores it. */
async function listWithDeadlines<Table extends Listed>(
  db: Kysely<Schema>,
  listed: Table,
  page: Page,
  filter: CredentialFilter | ProofingFilter,
): Promise<readonly Selectable<Schema[Table]>[]> {
  const { table, id, passed } = namesOf(listed);
  const { state, now: _, ...others } = filter as Filter;
  const read = (part: BoundedPage) => matching(db, listed, part, filter as Filter);
  const sorted =
    state !== undefined && state !== passed && SORTED_STATES[listed].includes(page.sort?.by ?? 'id');
  const isExact =
    Object.values(others).every((each) => each === undefined) &&
    (state === undefined || sorted) &&
    (page.idPrefix === undefined || (page.sort?.by ?? 'id') === 'id');
  if (isExact) return (await read(page)).rows;
  const few = await fewRows(db, listed, page, filter as Filter);
  if (few) return (await read({ ...page, window: few })).rows;
  const { needsAction } = filter as Filter;
  const isByDeadline = needsAction === true && page.sort?.by === 'deadlineAt';
  const all = db.selectFrom(table).$if(isByDeadline, withAction(filter.now));
  const candidates = sorted ? all.where('state', '=', state) : all;
  return inStepsOf({ candidates, id, page, read });
}

type Lists = Pick<
  ListReader,
  'listDevices' | 'listProofings' | 'listCredentials' | 'lastChangesOfCredentials'
>;

/** The lists of the administration; `db` may be a replica that lags behind. */
export function listReader(db: Kysely<Schema>, epochs: HolderEpochs): Lists {
  return {
    listDevices: (page, state) => listDevices(db, page, state),
    listProofings: async (page, filter) =>
      openProofings(db, epochs, await listWithDeadlines(db, 'proofing', page, filter)),
    async lastChangesOfCredentials({ limit, after = '' }) {
      const rows = await db
        .selectFrom('credential')
        .innerJoin('holder', 'holder.holder_id', 'credential.holder_id')
        .select(['credential_id', 'device_reference_id', 'credential.holder_id', 'document_type'])
        .select(['credential.updated_at', 'credential.state'])
        .where('credential_id', '>', after)
        .orderBy('credential_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        credentialId: row.credential_id,
        deviceReferenceId: row.device_reference_id,
        holderId: row.holder_id,
        documentType: row.document_type,
        updatedAt: Number(row.updated_at),
        isLive: isLive(row.state as CredentialState),
      }));
    },
    listCredentials: async (page, filter) =>
      (await listWithDeadlines(db, 'credential', page, filter)).map(toCredential),
  };
}
