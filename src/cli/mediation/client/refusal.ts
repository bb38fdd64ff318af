import { ApiError } from '../../../client/errors.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  UNAUTHENTICATED: 'the token is missing, unknown or expired; run SIGN_IN, or pass another one',
  PERMISSION_DENIED: 'the token does not allow this; sign in as a user who may, or ask for a wider scope',
  RESOURCE_EXHAUSTED: 'too many requests; try again in a minute',
};

/** Gives a refusal what the message does not say: one line for each part, and what the user can do. */
export function explainRefusal(error: unknown, baseUrl: string, signIn = 'diptych mediation login'): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, reason, message, violations, preconditions } = error;
  const fields = violations
    .filter(({ description }) => !message.includes(description))
    .map(({ field, description }) =>
      field === '' || description.includes(field) ? description : `${field}: ${description}`,
    );
  const others = preconditions.filter((text) => !message.includes(text));
  const remedy = REMEDIES[code]?.replace('SIGN_IN', signIn);
  error.message = [message, ...fields, ...others, ...(remedy ? [remedy] : [])].join('\n  ');
  if (reason === 'ROUTE_NOT_FOUND')
    error.message =
      'the server does not have this method: it is an older or restricted one, or --base-url is wrong';
  if (reason === 'NOT_JSON') error.message = `${message.replace('the server', baseUrl)}; correct --base-url`;
  return error;
}
