import { OPERATION_NAMES, operationPath } from '../../issuer/contract/index.ts';
import { fetchTransport, type IssuerClientOptions, observedTransport } from '../client/index.ts';
import { type DeviceContext, factsOf } from './context.ts';
import type { Tampering } from './tampering.ts';

/** Options for a client whose bodies `tampering.request` changes on the way out; observed as they are sent. */
export function tamperedClientOptions(
  options: IssuerClientOptions,
  { request: change }: Tampering,
  context: () => DeviceContext,
): IssuerClientOptions {
  if (!change) return options;
  const { onExchange, transport: given = fetchTransport(), ...rest } = options;
  const transport = onExchange ? observedTransport(given, onExchange) : given;
  return {
    ...rest,
    transport: async (url, body) => {
      const operation = OPERATION_NAMES.find((name) => url.endsWith(operationPath(name)))!;
      const changed = await change(JSON.parse(body), factsOf(context()), operation);
      return transport(url, JSON.stringify(changed));
    },
  };
}
