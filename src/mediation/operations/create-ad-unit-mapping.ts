import { auditEntries } from '../audit.ts';
import { isTenDigits } from '../names.ts';
import { inventoryOf, misfit, newMapping, withMappingIds } from '../new-mapping.ts';
import { type Operation, planned } from '../operation.ts';
import type { AdUnitMapping } from '../ports/entities.ts';
import { checkPublisher, notFound, violationsOf } from '../refusals.ts';
import { mappingView } from '../views/resources.ts';

export const createAdUnitMapping: Operation<
  'accounts.adUnits.adUnitMappings.create',
  'store' | 'catalogue' | 'policy' | 'clock' | 'random'
> = (deps) => (request) =>
  planned(deps, request, async (reader) => {
    const { publisherId, fragment, body } = request;
    await checkPublisher(reader, publisherId);
    if (!isTenDigits(fragment)) throw notFound();
    const { strictInventory } = deps.policy;
    const known = strictInventory
      ? (await inventoryOf(reader, publisherId, [fragment])).get(fragment)
      : undefined;
    if (strictInventory && !known) throw notFound();

    const violations = violationsOf('INVALID_AD_UNIT_MAPPING');
    const context = { publisherId, catalogue: deps.catalogue(), violations };
    const asked = newMapping(body, { fragment, field: '' }, context);
    const problem = known && misfit(asked, known, context.catalogue);
    if (problem) violations.add('adapterId', problem);
    violations.refuse();

    const at = deps.clock();
    const [mapping] = withMappingIds([asked], deps.random, at) as readonly [AdUnitMapping];
    const answer = mappingView(mapping);
    return {
      answer,
      async keep(writer) {
        await writer.insertMappings([mapping]);
        await writer.record(...auditEntries(request, at, [{ resource: answer.name, after: answer }]));
      },
    };
  });
