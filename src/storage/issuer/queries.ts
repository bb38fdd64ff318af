import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { isLive } from '../../issuer/credential/state-machine.ts';
import type { CredentialState } from '../../issuer/model/index.ts';
import type { CredentialFilter, ListReader, Page, ProofingFilter } from '../../issuer/ports/lists.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import {
  type BoundedPage,
  behind,
  hasFew,
  inOrder,
  inStepsOf,
  lightest,
  type Step,
  type Weighed,
} from '../pages.ts';
import type { Schema } from '../schema/index.ts';
import { prepared } from '../statements.ts';
import { openProofings } from './decision-texts.ts';
import { toCredential, toDevice } from './rows.ts';

interface ById {
  readonly id: string;
}

export const deviceById = prepared((db, { id }: ById) =>
  db.selectFrom('device').selectAll().where('device_reference_id', '=', id),
);

export const devicesByKey = prepared((db, { key }: { readonly key: Uint8Array }) => {
  const having = db.selectFrom('device').select('device_reference_id').where('credential_key', '=', key);
  // Each condition uses its own index.
  return having.where('shares_key', 'is', null).unionAll(having.where('shares_key', 'is not', null));
});

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

/** Filters with so few rows that these can be found by an index and sorted. */
async function fewOf(
  db: Kysely<Schema>,
  listed: Listed,
  page: Page,
  filter: Filter,
): Promise<ReadonlySet<string>> {
  const { table, id } = namesOf(listed);
  const few = new Set<string>();
  for (const [name, column] of Object.entries(SUBJECTS)) {
    const wanted = filter[name as keyof typeof SUBJECTS];
    if (wanted !== undefined && (await hasFew(db.selectFrom(table).where(column, '=', wanted))))
      few.add(name);
  }
  const { idPrefix } = page;
  if (idPrefix !== undefined && (await hasFew(behind(db.selectFrom(table), id, { limit: 0, idPrefix }))))
    few.add('idPrefix');
  return few;
}

function withoutState(
  db: Kysely<Schema>,
  listed: Listed,
  page: BoundedPage,
  filter: Filter,
  few: ReadonlySet<string>,
) {
  const { table, id } = namesOf(listed);
  const { from, before } = filter;
  let query = behind(db.selectFrom(table).selectAll(), id, { ...page, hasFew: few.has('idPrefix') })
    .$if(from !== undefined, (all) => all.where('created_at', '>=', from as number))
    .$if(before !== undefined, (all) => all.where('created_at', '<', before as number))
    .$if(filter.needsAction === true, (all) => all.where('deadline_at', '>', filter.now))
    .$if(filter.claim !== undefined, (all) => all.where(claimed(filter)));
  for (const [name, column] of Object.entries(SUBJECTS)) {
    const wanted = filter[name as keyof typeof SUBJECTS];
    // An expression has no index: many rows of a subject are looked at in the order of the list.
    const compared = few.has(name) ? sql.ref(column) : sql`${sql.ref(column)} || ''`;
    if (wanted !== undefined) query = query.where(sql<boolean>`${compared} = ${wanted}`);
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
  const size = lightest(weights.rows);
  const rows = (await wanted.limit(size).$castTo<Row>().execute()) as readonly Row[];
  return { rows, isCut: size < weights.rows.length };
}

/** The rows of a page in their current states, which match the filter. */
async function matching<Table extends Listed>(
  db: Kysely<Schema>,
  listed: Table,
  page: BoundedPage,
  filter: Filter,
  few: ReadonlySet<string>,
): Promise<Step<Selectable<Schema[Table]>>> {
  const { table, id, passed } = namesOf(listed);
  const { state, now } = filter;
  const all = withoutState(db, listed, page, filter, few);
  if (state === undefined) return lightRows(db, listed, inOrder(all, id, page));
  const written = all.where('state', '=', state);
  if (state !== passed) {
    const live = written.where(({ eb, or }) =>
      or([eb('deadline_at', 'is', null), eb('deadline_at', '>', now)]),
    );
    return lightRows(db, listed, inOrder(live, id, page));
  }
  // Two queries, each with its own index. With one query and "or", the database would check rows one by one
  // until the page is full.
  const due = db.selectFrom(table).select(id).where('deadline_at', '<=', now);
  const unswept = all.where('state', '<>', state).where(id, 'in', due);
  const both = db
    .selectFrom(inOrder(written, id, page).as('written'))
    .selectAll()
    .unionAll(db.selectFrom(inOrder(unswept, id, page).as('unswept')).selectAll());
  return lightRows(db, listed, inOrder(both, id, page));
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
  const few = await fewOf(db, listed, page, filter as Filter);
  const read = (part: BoundedPage) => matching(db, listed, part, filter as Filter, few);
  const sorted =
    state !== undefined && state !== passed && SORTED_STATES[listed].includes(page.sort?.by ?? 'id');
  const isExact =
    Object.values(others).every((each) => each === undefined) &&
    (state === undefined || sorted) &&
    (page.idPrefix === undefined || (page.sort?.by ?? 'id') === 'id');
  if (isExact || few.size > 0) return (await read(page)).rows;
  const all = db.selectFrom(table);
  const candidates = sorted ? all.where('state', '=', state) : all;
  return inStepsOf({ candidates, id, page, read });
}

/** The lists of the administration; `db` may be a replica that lags behind. */
export function listReader(db: Kysely<Schema>, epochs: HolderEpochs): ListReader {
  return {
    async listDevices(page) {
      const query = behind(db.selectFrom('device').selectAll(), 'device_reference_id', page);
      return (await inOrder(query, 'device_reference_id', page).execute()).map(toDevice);
    },
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
