import { endsAt } from '../../accounts/console/index.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { USER_METHODS } from '../contract/users/methods.ts';
import { accounts, operation } from '../operation/operation.ts';
import { consoleSessionView } from './console-session.ts';
import { userNamed } from './user.ts';

/** Sessions that have ended are left out; a sweep deletes them later. */
export const listConsoleSessions = operation(USER_METHODS.listConsoleSessions, {
  needs: accounts,
  run: ({ store, clock, console: policy }, { user: name }) =>
    store.read(async (reader) => {
      const { userId } = await userNamed(reader, name);
      const lastSignInAt = await reader.lastConsoleSignIn(userId);
      const sessions = await reader.consoleSessionsOf(userId);
      const now = clock();
      return {
        ...(lastSignInAt !== undefined && { lastSignInTime: isoTime(lastSignInAt) }),
        sessions: sessions
          .filter((session) => now < endsAt(session, policy))
          .map((session) => consoleSessionView(session, policy)),
      };
    }),
});
