import { NOTIFICATION_METHODS } from '../contract/notifications/methods.ts';
import { forEachItem } from '../operation/each-item.ts';
import { issuer, operation } from '../operation/operation.ts';
import { replayNotification } from './replay-notification.ts';

export const replayNotifications = operation(NOTIFICATION_METHODS.replayNotifications, {
  needs: issuer,
  async run(deps, { notifications }, caller) {
    const results = await forEachItem(notifications, async (one) => ({
      notification: await replayNotification.run(deps, one, caller),
    }));
    return {
      results: notifications.map(({ subject, subjectId }, index) => ({
        subject,
        subjectId,
        ...results[index],
      })),
    };
  },
});
