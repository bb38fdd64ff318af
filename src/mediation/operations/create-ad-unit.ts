import { auditEntries } from '../audit.ts';
import { newId } from '../names.ts';
import { newAdUnit } from '../new-inventory.ts';
import { type Operation, planned } from '../operation.ts';
import { checkPublisher, violationsOf } from '../refusals.ts';
import { adUnitView } from '../views/resources.ts';

export const createAdUnit: Operation<'accounts.adUnits.create', 'store' | 'clock' | 'random'> =
  (deps) => (request) =>
    planned(deps, request, async (reader) => {
      const { publisherId, body } = request;
      await checkPublisher(reader, publisherId);
      const violations = violationsOf('INVALID_AD_UNIT');
      const asked = newAdUnit(body, publisherId, violations);
      const apps = await reader.apps(publisherId, [asked.appFragment]);
      if (body.appId && apps.length === 0) violations.add('appId', 'is not an app of this publisher');
      violations.refuse();

      const at = deps.clock();
      const adUnit = { publisherId, fragment: newId(deps.random, 'adUnit'), ...asked, createdAt: at };
      const answer = adUnitView(adUnit);
      return {
        answer,
        async keep(writer) {
          await writer.insertAdUnit(adUnit);
          await writer.record(...auditEntries(request, at, [{ resource: answer.name, after: answer }]));
        },
      };
    });
