import { beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES, type MethodName, methodNamed } from '../../../src/admin/contract/index.ts';
import type { Schema } from '../../../src/conventions/json-schema.ts';
import { StatusError } from '../../../src/conventions/status.ts';
import {
  METHODS as MEDIATION_METHODS,
  METHOD_NAMES as MEDIATION_NAMES,
  type MethodName as MediationName,
} from '../../../src/mediation/contract/index.ts';
import { FILTERS } from '../../../src/mediation/filters.ts';
import { rows as rowsOf } from '../../support/database.ts';
import { DATABASE } from '../../support/database-of.ts';
import { mediationOf } from '../../support/panels.ts';
import { watchRows } from '../../support/rows-looked-at.ts';
import { type Filters, filtersOf, inPairs, ordersOf, singly } from '../../support/selections.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';
import { multiply } from './support/multiply.ts';
import { AD_SOURCE, FRAGMENT, PUBLISHER, SETTINGS, stock, VALUES } from './support/stock.ts';

/** More rows than one statement may look at. */
const COPIES = 5500;
/** LOOKED_AT of src/storage/pages.ts, with a page and what is found by an index and sorted. */
const MOST_LOOKED_AT = 5100;

const world = useWorld({ settings: SETTINGS });

/** One of so many requests with two filters is sent: statements of PostgreSQL run twice. */
const OF_PAIRS = DATABASE === 'postgres' ? 5 : 1;

type Json = Readonly<Record<string, unknown>>;

/** A list of a contract, and how to call it. */
interface List {
  readonly name: string;
  filters(row: Json): Filters;
  readonly orders: readonly (string | undefined)[];
  call(request: Json): Promise<Json>;
}

const shapeOf = (name: MethodName) => methodNamed(name).request as Schema;
const hasPages = (schema: Schema) => 'pageToken' in (schema.properties ?? {});

/** Values of the members in paths. */
const IDS: Json = { id: PUBLISHER };

const adminLists = (): readonly List[] =>
  METHOD_NAMES.filter((name) => hasPages(shapeOf(name))).map((name) => ({
    name,
    filters: (row) => filtersOf(shapeOf(name), row),
    orders: ordersOf(shapeOf(name)),
    call(request) {
      const call = world().server.context.administration[name] as (
        request: Json,
        caller: object,
      ) => Promise<Json>;
      const { required = [] } = shapeOf(name) as { readonly required?: readonly string[] };
      const path = Object.fromEntries(required.map((member) => [member, IDS[member]]));
      return call(
        { ...path, ...request },
        { kind: 'operator', operatorId: 'operator', role: 'administrator' },
      );
    },
  }));

const PATH = {
  accountsId: PUBLISHER,
  appsId: FRAGMENT,
  adSourcesId: AD_SOURCE,
  adUnitsId: FRAGMENT,
  mediationGroupsId: FRAGMENT,
};

/** Of each field of `filter` a function that many rows meet, and one that none meets. */
const clausesOf = (name: MediationName): Filters =>
  Object.fromEntries(
    Object.entries(FILTERS[name] ?? {}).map(([field, { function: called, values = ['nothing'] }]) => {
      const known = VALUES[field];
      if (known === undefined) throw new Error(`the stock must name a value of ${field}`);
      const other = values.find((value) => value !== known);
      return [field, [known, other].map((value) => `${called}(${field}, "${value}")`)];
    }),
  );

const queryOf = (request: Json) =>
  new Map(Object.entries(request).map(([member, value]) => [member, [String(value)]]));

const mediationLists = (): readonly List[] =>
  MEDIATION_NAMES.filter((name) => hasPages(MEDIATION_METHODS[name].query as Schema)).map((name) => {
    const { filter: _, ...properties } = (MEDIATION_METHODS[name].query as Schema).properties ?? {};
    const clauses = clausesOf(name);
    return {
      name,
      filters: (row) => ({ ...clauses, ...filtersOf({ properties }, row) }),
      orders: [undefined],
      call(request) {
        const filter = Object.keys(clauses).flatMap((field) => request[field] ?? []);
        const others = Object.entries(request).filter(([member]) => !(member in clauses));
        const sent = {
          ...Object.fromEntries(others),
          ...(filter.length > 0 && { filter: filter.join(' AND ') }),
        };
        const caller = {
          subject: 'desk',
          publishers: [PUBLISHER],
          scopes: ['monetization', 'readonly'],
        } as const;
        const { panel } = mediationOf(world().server);
        const call = { path: PATH, query: queryOf(sent), caller, requestId: 'request' };
        return panel.call(name, call) as Promise<Json>;
      },
    };
  });

/** Reports by each dimension, and of each value of it. */
const reports = (): readonly List[] =>
  MEDIATION_NAMES.filter((name) => /Report\.generate$/.test(name)).map((name) => {
    const body = (MEDIATION_METHODS[name] as { readonly request?: Schema }).request as Schema;
    const { dimensions, dimensionFilters } = body.properties?.reportSpec?.properties ?? {};
    const names = (dimensions?.items?.enum ?? []) as readonly string[];
    return {
      name,
      filters: () => ({
        dimensions: names.map((dimension) => [dimension]),
        ...(dimensionFilters && {
          dimensionFilters: names.map((dimension) => [{ dimension, matchesAny: { values: ['nothing'] } }]),
        }),
      }),
      orders: [undefined],
      async call(request) {
        const day = { year: 2026, month: 11, day: 20 };
        const { pageSize: _, ...asked } = request;
        const reportSpec = {
          dateRange: { startDate: day, endDate: day },
          metrics: ['IMPRESSIONS'],
          ...asked,
        };
        const caller = { subject: 'desk', publishers: [PUBLISHER], scopes: ['report'] } as const;
        const { panel } = mediationOf(world().server);
        const messages = await panel.call(name, {
          path: PATH,
          query: new Map(),
          body: { reportSpec },
          caller,
          requestId: 'request',
        });
        (messages as { release?: () => void }).release?.();
        return {};
      },
    };
  });

/** The rows that methods without pages are asked for: a table and a column, by the member that names it. */
const NAMED_ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getHolder: { id: 'holder.holder_id' },
  getHolderRecord: { id: 'holder.holder_id' },
  getHolderPortrait: { id: 'holder.holder_id' },
  getErasureReceipt: { id: 'holder.holder_id' },
  getProofing: { id: 'proofing.proofing_id' },
  getProofingReview: { id: 'proofing.proofing_id' },
  getCredential: { id: 'credential.credential_id' },
  getDevice: { id: 'device.device_reference_id' },
  getKeyCompromise: { id: 'key_compromise.key_id' },
  getRequest: { id: 'handled_request.request_id' },
  getApproval: { id: 'approval.approval_id' },
  getUser: { user: 'account_user.user_id' },
  listConsoleSessions: { user: 'account_user.user_id' },
  listUserPasskeys: { user: 'account_user.user_id' },
  getOAuthClient: { client: 'oauth_client.client_id' },
};

const OPERATOR = { kind: 'operator', operatorId: 'operator', role: 'administrator' } as const;

/** Methods that read and have no pages; plans of SQLite name what is read from end to end. */
const details = (): readonly List[] =>
  METHOD_NAMES.filter((name) => /^(get|list|search)/.test(name) && !hasPages(shapeOf(name))).map((name) => ({
    name,
    filters: () => ({}),
    orders: [undefined],
    async call() {
      const request: Record<string, unknown> = { name: 'none' };
      for (const [member, place] of Object.entries(NAMED_ROWS[name] ?? {})) {
        const [table, column] = place.split('.');
        const [row] = rowsOf(world(), `select ${column} as id from ${table} limit 1`);
        if (!row) throw new Error(`no row of ${table}`);
        request[member] = row.id;
      }
      const call = world().server.context.administration[name] as (a: Json, b: object) => Promise<Json>;
      return call(request, OPERATOR);
    },
  }));

const DETAILS = DATABASE === 'sqlite' ? details() : [];

/** On PostgreSQL, reports have the same statements and take minutes here. */
const LISTS = [...adminLists(), ...mediationLists(), ...(DATABASE === 'sqlite' ? reports() : [])];

/** Undefined if the arguments do not go together, such as an order that needs a filter. */
async function answered(list: List, request: Json): Promise<Json | undefined> {
  try {
    return await list.call(request);
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

const rowOf = (answer: Json | undefined): Json =>
  (Object.values(answer ?? {}).find(Array.isArray)?.[0] as Json | undefined) ?? {};

/** Requests with every filter in every order, and with every two filters in every order but the reverse ones. */
function requestsOf({ orders }: List, filters: Filters): readonly Json[] {
  const ordered = (selection: Json, among: List['orders']) =>
    among.map((orderBy) => ({ ...selection, ...(orderBy !== undefined && { orderBy }) }));
  const forward = orders.filter((order) => order?.endsWith(' desc') !== true);
  const pairs = inPairs(filters).flatMap((selection) => ordered(selection, forward));
  return [
    ...singly(filters).flatMap((selection) => ordered(selection, orders)),
    ...pairs.filter((_, index) => index % OF_PAIRS === 0),
  ];
}

/** Calls a list with all its requests; those with one filter also for the page after. */
async function* calls(list: List): AsyncGenerator<Json> {
  const row = rowOf(await answered(list, { pageSize: 1 }));
  for (const request of requestsOf(list, list.filters(row))) {
    const { nextPageToken: pageToken } = (await answered(list, { ...request, pageSize: 10 })) ?? {};
    yield request;
    if (pageToken === undefined || Object.keys(request).length > 2) continue;
    await answered(list, { ...request, pageSize: 10, pageToken });
    yield { ...request, pageToken };
  }
}

/**
 * What is moved to other tables as soon as it is much (src/storage/mediation/group-terms.ts), and what ends after minutes
 * (src/storage/issuer/claims.ts).
 */
const EMPTIED: ReadonlySet<string> = new Set(['mediation_group_new_term', 'proofing_claim']);

/** Keys, status lists and notes about the server itself, of which there are few. */
const FEW: ReadonlySet<string> = new Set([
  'issuer_key',
  'key_request',
  'key_compromise',
  'status_list',
  'status_publication',
  'retention_purge',
  'clock_sight',
]);

const TABLE = /(?:from|join) "(\w+)"/g;

/** The tables that a plan of SQLite does not search by an index. */
const scansOf = (plan: unknown, scan = /^(?:SCAN|SEARCH) (\w+)$/): readonly string[] =>
  (plan as { readonly detail: string }[]).flatMap(({ detail }) => scan.exec(detail)?.[1] ?? []);

/**
 * Of a later page the rows before it are read, too, so that the last page takes as long as all together. What is not in the index
 * of the audit log yet is few.
 */
const startsAtTheFirstRow = (plan: unknown, tables: readonly string[]) =>
  DATABASE === 'sqlite' &&
  scansOf(plan, /^SCAN (\w+) USING .*INDEX (?!\w+_unindexed)/).some((table) => tables.includes(table));

describe('Every list and report, with every filter in every order that its contract allows', () => {
  let tables: readonly string[];
  beforeAll(async () => {
    await stock(world());
    const { context } = world().server;
    const watch = await watchRows(context, world().folder);
    for (const list of [...LISTS, ...DETAILS])
      for (const request of singly(list.filters({}))) await answered(list, { ...request, pageSize: 10 });
    await watch.close();
    const names = [...watch.looked.keys()].flatMap((text) =>
      [...text.matchAll(TABLE)].map(([, name]) => name),
    );
    tables = [...new Set(names)].filter(
      (name) => !EMPTIED.has(name as string) && !FEW.has(name as string),
    ) as string[];
    const empty = await multiply(context.folder.database, world().folder, tables, COPIES);
    expect(empty, 'the stock has no rows of these tables').toEqual([]);
  }, HOOK_TIMEOUT);

  it.each(LISTS)('$name looks at a bounded number of rows in a statement', async (list) => {
    const watch = await watchRows(world().server.context, world().folder);
    const unbounded = new Map<string, string>();
    for await (const request of calls(list)) {
      for (const { rows, statement, plan } of watch.looked.values())
        if (rows > MOST_LOOKED_AT || ('pageToken' in request && startsAtTheFirstRow(plan, tables)))
          unbounded.set(
            statement,
            `${rows} rows for ${JSON.stringify(request)}: ${statement}\n${JSON.stringify(plan)}`,
          );
      watch.looked.clear();
    }
    await watch.close();
    expect([...unbounded.values()]).toEqual([]);
  });

  it.each(DETAILS)('$name, which has no pages, reads no large table from end to end', async (method) => {
    const watch = await watchRows(world().server.context, world().folder);
    await answered(method, {});
    await watch.close();
    const scans = [...watch.looked.values()].filter(
      ({ rows, plan }) => rows > MOST_LOOKED_AT && scansOf(plan).some((table) => tables.includes(table)),
    );
    expect(scans).toEqual([]);
  });
});
