import type { IssuerAdminDeps } from '../deps.ts';
import { forEachItem } from '../each-result.ts';
import type { AdminOperation } from '../operation.ts';
import { replayNotification } from './replay-notification.ts';

export const replayNotifications: AdminOperation<
  'replayNotifications',
  Pick<IssuerAdminDeps, 'store' | 'clock' | 'notifies'>
> = (deps) => {
  const replay = replayNotification(deps);
  return async ({ notifications }, caller) => {
    const results = await forEachItem(notifications, async (one) => ({
      notification: await replay(one, caller),
    }));
    return {
      results: notifications.map(({ subject, subjectId }, index) => ({
        subject,
        subjectId,
        ...results[index],
      })),
    };
  };
};
