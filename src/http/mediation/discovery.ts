import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printJson, readSystemParameters } from '../../conventions/index.ts';
import { SERVICE, type ServedMethods } from '../../mediation/contract/index.ts';
import { discoveryDocument } from '../../mediation/discovery/index.ts';
import type { ScopeStrings } from '../../mediation/discovery/methods.ts';
import { gzipAnswers, JSON_TYPE, refusal, statusAnswer, urlQuery } from '../conventions/index.ts';

interface DiscoveryPluginOptions {
  readonly served: ServedMethods;
  readonly scopes: ScopeStrings;
  /** The name of this service in errors. */
  readonly domain: string;
  /** The address of the panels for clients. */
  readonly address: () => string;
}

const { name, version } = SERVICE;

/** The parameter `version` is optional, because there is one version. */
export const DISCOVERY_PATH = '/$discovery/rest';

/** The two addresses where client libraries expect the document. */
const PATHS = [DISCOVERY_PATH, `/discovery/v1/apis/${name}/${version}/rest`];

/** Serves the discovery document, without credentials. */
export async function discoveryPlugin(
  instance: FastifyInstance,
  { served, scopes, domain, address }: DiscoveryPluginOptions,
): Promise<void> {
  gzipAnswers(instance);
  instance.setErrorHandler((error, _request, reply) => {
    const { status, headers, text } = statusAnswer(error, { domain });
    return reply.code(status).headers(headers).send(text);
  });

  const document = (pretty: boolean) =>
    printJson(discoveryDocument({ rootUrl: `${address()}/`, served, scopes }), pretty);
  const printed = new Map<boolean, string>();
  const print = (pretty: boolean): string => {
    const text = printed.get(pretty) ?? document(pretty);
    printed.set(pretty, text);
    return text;
  };

  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const query = urlQuery(request.url);
    const [asked = version] = query.get('version') ?? [];
    if (asked !== version) throw refusal('ROUTE_NOT_FOUND');
    const { prettyPrint } = readSystemParameters(query, (header) => request.headers[header]?.toString());
    return reply.header('content-type', JSON_TYPE).send(print(prettyPrint));
  };
  for (const url of PATHS) instance.get(url, handler);
}
