import { auditEntries } from '../audit.ts';
import { newId } from '../names.ts';
import { newApp } from '../new-inventory.ts';
import { type Operation, planned } from '../operation.ts';
import { checkPublisher, violationsOf } from '../refusals.ts';
import { appView } from '../views/resources.ts';

export const createApp: Operation<'accounts.apps.create', 'store' | 'clock' | 'random'> =
  (deps) => (request) =>
    planned(deps, request, async (reader) => {
      const { publisherId, body } = request;
      await checkPublisher(reader, publisherId);
      const violations = violationsOf('INVALID_APP');
      const asked = newApp(body, violations);
      violations.refuse();

      const at = deps.clock();
      const app = { publisherId, fragment: newId(deps.random, 'app'), ...asked, createdAt: at };
      const answer = appView(app);
      return {
        answer,
        async keep(writer) {
          await writer.insertApp(app);
          await writer.record(...auditEntries(request, at, [{ resource: answer.name, after: answer }]));
        },
      };
    });
