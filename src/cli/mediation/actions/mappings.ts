import { unitResource } from '../../../client/live-account.ts';
import type { AdUnitMapping } from '../../../mediation/contract/index.ts';
import { UsageError } from '../../cli-errors.ts';
import { print } from '../../output.ts';
import { ADAPTER, NAME, SOURCE, UNIT } from '../commands/mappings/headings.ts';
import { type Materials, materialsOf, newMapping } from '../commands/mappings/new-mapping.ts';
import type { Row } from '../commands/mappings/rows.ts';
import type { MediationSession } from '../connection.ts';
import { adUnitId } from '../find/inventory.ts';

/** Mappings of one request. */
const BATCH = 100;

interface New {
  readonly unit: string;
  readonly mapping: AdUnitMapping;
}

async function newOf(materials: Materials, { cells }: Row): Promise<New> {
  const { [UNIT]: unit = '', [SOURCE]: source = '', [NAME]: name, [ADAPTER]: adapter, ...others } = cells;
  if (unit === '' || source === '') throw new UsageError(`needs a value for ${UNIT} and ${SOURCE}`);
  const values = new Map(Object.entries(others).filter(([, value]) => value !== ''));
  const wanted = {
    unit: adUnitId(materials.inventory, unit),
    source,
    name,
    adapter: adapter || undefined,
    values,
  };
  return { unit: wanted.unit, mapping: await newMapping(materials, wanted) };
}

/** Reads all rows before anything is created. @throws UsageError with all wrong lines */
async function wantedOf(materials: Materials, rows: readonly Row[], path: string): Promise<readonly New[]> {
  const [wanted, problems]: [New[], string[]] = [[], []];
  for (const row of rows) {
    try {
      wanted.push(await newOf(materials, row));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      problems.push(`line ${row.line}: ${error.message}`);
    }
  }
  if (problems.length === 0) return wanted;
  throw new UsageError(`nothing was imported; ${path} has mistakes:\n  ${problems.join('\n  ')}`);
}

const contentOf = ({ adapterId, displayName = '', adUnitConfigurations = {} }: AdUnitMapping) =>
  JSON.stringify([adapterId, displayName, Object.entries(adUnitConfigurations).toSorted()]);

/** Without those that exist already, so that an import that was broken off can be run again. */
async function missingOf(session: MediationSession, wanted: readonly New[]): Promise<readonly New[]> {
  const existing = new Map<string, Set<string>>();
  const missing: New[] = [];
  for (const one of wanted) {
    const known = existing.get(one.unit) ?? new Set((await session.live.mappings(one.unit)).map(contentOf));
    existing.set(one.unit, known);
    if (!known.has(contentOf(one.mapping))) missing.push(one);
    known.add(contentOf(one.mapping));
  }
  return missing;
}

export interface Options {
  readonly dryRun?: boolean;
}

export async function importMappings(
  session: MediationSession,
  options: Options & { readonly json?: boolean },
  path = '',
): Promise<void> {
  const materials = await materialsOf(session);
  const { rowsOf } = await import('../commands/mappings/rows.ts');
  const rows = rowsOf(path);
  const wanted = await wantedOf(materials, rows, path);
  const missing = await missingOf(session, wanted);
  const on = await session.account();
  const created: AdUnitMapping[] = [];
  for (let first = 0; first < missing.length; first += BATCH) {
    const requests = missing
      .slice(first, first + BATCH)
      .map(({ unit, mapping }) => ({ parent: unitResource(on, unit), adUnitMapping: mapping }));
    const answer = await session.api.call('accounts.adUnitMappings.batchCreate', {
      on,
      validateOnly: options.dryRun,
      body: { requests },
    });
    created.push(...(answer.adUnitMappings ?? []));
  }
  const existed = wanted.length - missing.length;
  print({ adUnitMappings: created, existed }, options, () => {
    const verb = options.dryRun ? 'would be created' : 'created';
    return `${created.length} mappings ${verb}, ${existed} were there already`;
  });
}
