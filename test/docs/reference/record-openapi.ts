import {
  CALLS,
  type CallName,
  FoundRecord,
  REFUSALS,
  type RefusalName,
} from '../../../src/connector/index.ts';
import { openApi } from '../../../src/http/openapi.ts';

/** The version of the contract, not of the package. */
const VERSION = '1.0.0';

const SECURITY = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token of issuer.records.tokenFile.' },
    mutualTls: { type: 'mutualTLS', description: 'The certificate of issuer.records.clientCertificate.' },
  },
};

/** The refusals by HTTP status. */
function refusals(refusal: (typeof CALLS)[CallName]['refusal']) {
  const names: readonly RefusalName[] = refusal.properties.error.enum;
  const statuses = [...new Set(names.map((name) => REFUSALS[name]))];
  const described = statuses.map((status) => {
    const description = names.filter((name) => REFUSALS[name] === status).join(', ');
    return [String(status), { description, schema: refusal }] as const;
  });
  return Object.fromEntries(described);
}

/** The interface that a system of record implements: docs/examples/system-of-record/openapi.json. */
export function recordOpenApi(): string {
  const described = Object.entries(CALLS).map(([operationId, { path, summary, request, refusal }]) => ({
    operationId,
    method: 'post' as const,
    path,
    summary,
    request,
    response: FoundRecord,
    security: [{ bearer: [] }, { mutualTls: [] }],
    errors: refusals(refusal),
  }));
  const description = openApi('System of record for Diptych', VERSION, described, SECURITY);
  return `${JSON.stringify(description, undefined, 2)}\n`;
}
