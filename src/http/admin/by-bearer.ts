import { type Authenticate, authenticated } from '../../admin/policy/caller.ts';
import { bearerToken } from '../bearer-token.ts';
import type { AdminAdmission } from './plugin.ts';

/** Callers with a token in the Authorization header. */
export const byBearer = (authenticate: Authenticate): AdminAdmission => ({
  identify: ({ headers }) => authenticated(authenticate, bearerToken(headers.authorization)),
  challenge: 'Bearer',
});
