/** Parameters that OpenID Connect defines only with the scope openid; existing clients send some of them anyway. */
const OPENID_ONLY = ['acr_values', 'claims', 'claims_locales', 'id_token_hint', 'max_age', 'nonce'];

/** The value of `access_type` for a request that names the scope offline_access. */
export const BY_SCOPE = 'offline_access';

type Adjustment = (parameters: URLSearchParams) => void;

const words = (text: string | null) => (text ?? '').split(' ').filter((word) => word !== '');

/** Translates parameters of existing clients into OAuth 2.0 and OpenID Connect. */
const ADJUSTMENTS: readonly Adjustment[] = [
  // The scope offline_access means the same as access_type. Without prompt=consent it would be dropped.
  (parameters) => {
    if (words(parameters.get('scope')).includes('offline_access')) parameters.set('access_type', BY_SCOPE);
  },
  // The older parameter that requests consent again.
  (parameters) => {
    if (parameters.get('approval_prompt') === 'force' && !parameters.has('prompt')) {
      parameters.set('prompt', 'consent');
    }
  },
  // An account is selected on the sign-in page. An empty prompt counts as absent.
  (parameters) => {
    if (!parameters.has('prompt')) return;
    const prompts = words(parameters.get('prompt')).map((word) =>
      word === 'select_account' ? 'login' : word,
    );
    if (prompts.length === 0) parameters.delete('prompt');
    else parameters.set('prompt', [...new Set(prompts)].join(' '));
  },
  (parameters) => {
    if (words(parameters.get('scope')).includes('openid')) return;
    for (const name of OPENID_ONLY) parameters.delete(name);
  },
];

/** The query of an authorization request for oidc-provider, which itself refuses repeated parameters. */
export function adjustedQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  if (new Set(parameters.keys()).size !== [...parameters.keys()].length) return query;
  for (const adjust of ADJUSTMENTS) adjust(parameters);
  return parameters.toString();
}
