import { StatusError } from '../../conventions/status.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { consoleSessionView } from './console-session.ts';

export const endConsoleSession = operation(USER_METHODS.endConsoleSession, {
  needs: accounts,
  run: ({ store, clock, console: policy }, { id }, actor) =>
    store.write(async (writer) => {
      const session = await writer.consoleSessionById(id);
      if (!session || !(await writer.deleteConsoleSession(id)))
        throw new StatusError('SESSION_NOT_FOUND', 'there is no session with this id');
      await writer.record({
        subject: 'consoleSession',
        subjectId: id,
        event: 'end',
        actor,
        reason: 'endedByAdministrator',
        details: { before: { console: session.console, user: session.userId } },
        at: clock(),
      });
      return consoleSessionView(session, policy);
    }),
});
