import { StatusError } from '../../conventions/index.ts';
import { auditEntries } from '../audit.ts';
import { newServingKey } from '../names.ts';
import { type Operation, planned } from '../operation.ts';
import { violationsOf } from '../refusals.ts';
import { appOf, servingKeyView } from '../serving-key.ts';
import { optionalName } from '../text.ts';

/** An app needs a new key only when somebody misuses the key of its earlier versions. */
const MOST = 100;

const LONGEST_NAME = 80;

const tooMany = () =>
  new StatusError(
    'TOO_MANY_SERVING_KEYS',
    `The app has ${MOST} serving keys that are not revoked, and may not have more.`,
  );

export const createServingKey: Operation<'accounts.apps.servingKeys.create', 'store' | 'clock' | 'random'> =
  (deps) => (request) =>
    planned(deps, request, async (reader) => {
      const { publisherId, appFragment, body } = request;
      await appOf(reader, request);
      const violations = violationsOf('INVALID_SERVING_KEY');
      const displayName = optionalName(body.displayName, 'displayName', LONGEST_NAME, violations);
      violations.refuse();
      if ((await reader.countServingKeys(publisherId, appFragment)) >= MOST) throw tooMany();

      const at = deps.clock();
      const created = {
        key: newServingKey(deps.random),
        publisherId,
        appFragment,
        ...(displayName !== undefined && { displayName }),
        revision: 1,
        createdAt: at,
      };
      const answer = servingKeyView(created);
      return {
        answer,
        async keep(writer) {
          await writer.insertServingKey(created);
          await writer.record(...auditEntries(request, at, [{ resource: answer.name, after: answer }]));
        },
      };
    });
