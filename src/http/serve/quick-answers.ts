import type { Clock } from '../../conventions/time.ts';
import { readResolveRequest } from '../../mediation/serve/resolve-request.ts';
import type { AppSnapshots } from '../../mediation/serve/snapshots.ts';
import { urlQuery } from '../conventions/index.ts';
import type { QuickAnswer } from '../quick-answer.ts';
import type { LimitName } from '../throttle.ts';
import { type Admission, countedAs } from './admit.ts';
import { type ServeAnswer, writeAnswer } from './answer.ts';
import type { ServeExchange } from './exchange.ts';
import { freshApps } from './fresh-apps.ts';
import { resolveAnswer, type WithCountry } from './resolve-answer.ts';
import { snapshotAnswer } from './snapshot-answer.ts';

interface QuickOptions extends Admission {
  readonly snapshots: Pick<AppSnapshots, 'fresh'>;
  readonly clock: Clock;
  readonly withCountry: WithCountry;
  readonly observe: (exchange: ServeExchange) => void;
}

interface Route {
  readonly endpoint: string;
  readonly limit: LimitName;
}

const SNAPSHOT: Route = { endpoint: 'snapshot', limit: 'servePerAddress' };
const RESOLVE: Route = { endpoint: 'resolve', limit: 'resolvePerAddress' };

/**
 * Answers requests for snapshots and lines whose key and snapshot are in memory, with the answers of the routes. All
 * else is left to the routes: the first request of a second, explanations and refusals.
 */
export function quickAnswers(options: QuickOptions): QuickAnswer {
  const { throttle, addressOf, withCountry, observe } = options;
  const freshApp = freshApps(options);
  return (request, response) => {
    const startedAt = performance.now();
    const { url = '', headers } = request;
    const app = freshApp(url);
    if (!app) return false;
    const { key, snapshot, snapshotPath, resolvePath } = app;
    let route = SNAPSHOT;
    let answer: ServeAnswer;
    if (url === snapshotPath || url.startsWith(`${snapshotPath}?`))
      answer = snapshotAnswer(snapshot, headers);
    else if (url.startsWith(resolvePath)) {
      route = RESOLVE;
      const { request: asked, explain } = readResolveRequest(urlQuery(url));
      if (explain) return false;
      answer = resolveAnswer(snapshot, withCountry(asked, headers));
    } else return false;
    const address = addressOf({ headers, ip: request.socket.remoteAddress ?? '' });
    if (!throttle.allows(route.limit, countedAs(key, address))) return false;
    writeAnswer(response, answer);
    const { status } = answer;
    observe({ endpoint: route.endpoint, status, outcome: 'ok', milliseconds: performance.now() - startedAt });
    return true;
  };
}
