import { auditEntries } from '../audit.ts';
import type { BodyOf } from '../contract/index.ts';
import { adUnitNameFragment } from '../names.ts';
import { inventoryOf, misfit, type NewMapping, newMapping, withMappingIds } from '../new-mapping.ts';
import { type Operation, planned } from '../operation.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { MediationReader } from '../ports/store.ts';
import { checkPublisher, type Violations, violationsOf } from '../refusals.ts';
import { mappingView } from '../views/resources.ts';

const MOST_REQUESTS = 100;

interface Context {
  readonly publisherId: string;
  readonly catalogue: Catalogue;
  readonly violations: Violations;
}

type Batch = BodyOf<'accounts.adUnitMappings.batchCreate'>;

function askedMappings({ requests = [] }: Batch, context: Context): readonly NewMapping[] {
  const { publisherId, violations } = context;
  if (requests.length === 0) violations.add('requests', 'is required');
  if (requests.length > MOST_REQUESTS) {
    violations.add('requests', `has ${requests.length} entries; at most ${MOST_REQUESTS} are accepted`, {
      entries: String(requests.length),
    });
    return [];
  }
  return requests.flatMap(({ parent = '', adUnitMapping }, index) => {
    const at = `requests[${index}]`;
    const fragment = adUnitNameFragment(publisherId, parent);
    if (fragment === undefined) {
      violations.add(`${at}.parent`, `is not an ad unit, accounts/${publisherId}/adUnits/ and 10 digits`);
    }
    if (!adUnitMapping) violations.add(`${at}.adUnitMapping`, 'is required');
    if (fragment === undefined || !adUnitMapping) return [];
    return [newMapping(adUnitMapping, { fragment, field: `${at}.adUnitMapping.` }, context)];
  });
}

async function checkFits(reader: MediationReader, asked: readonly NewMapping[], context: Context) {
  const { publisherId, catalogue, violations } = context;
  const inventory = await inventoryOf(
    reader,
    publisherId,
    asked.map(({ fragment }) => fragment),
  );
  for (const [index, mapping] of asked.entries()) {
    const known = inventory.get(mapping.fragment);
    if (!known) violations.add(`requests[${index}].parent`, 'is not an ad unit of the inventory');
    const problem = known && misfit(mapping, known, catalogue);
    if (problem) violations.add(`requests[${index}].adUnitMapping.adapterId`, problem);
  }
}

export const batchCreateAdUnitMappings: Operation<
  'accounts.adUnitMappings.batchCreate',
  'store' | 'catalogue' | 'policy' | 'clock' | 'random'
> = (deps) => (request) =>
  planned(deps, request, async (reader) => {
    const { publisherId, body } = request;
    await checkPublisher(reader, publisherId);
    const violations = violationsOf('INVALID_AD_UNIT_MAPPING');
    const context = { publisherId, catalogue: deps.catalogue(), violations };
    const asked = askedMappings(body, context);
    violations.refuse();
    if (deps.policy.strictInventory) await checkFits(reader, asked, context);
    violations.refuse();

    const at = deps.clock();
    const mappings = withMappingIds(asked, deps.random, at);
    const views = mappings.map(mappingView);
    return {
      answer: { adUnitMappings: views },
      async keep(writer) {
        await writer.insertMappings(mappings);
        const changes = views.map((view) => ({ resource: view.name, after: view }));
        await writer.record(...auditEntries(request, at, changes));
      },
    };
  });
