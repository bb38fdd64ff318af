import type { Logger } from 'pino';
import { omit } from '../../conventions/omit.ts';
import { type Clock, MINUTE } from '../../conventions/time.ts';
import type { AdminExchange } from '../../http/admin/plugin.ts';
import type { IssuerExchange } from '../../http/issuer/exchange.ts';
import type { MediationExchange } from '../../http/mediation/index.ts';
import type { ObservedExchange } from '../../http/observe-exchanges.ts';
import type { Metrics } from '../../http/operations/metrics.ts';
import type { ServeExchange } from '../../http/serve/exchange.ts';
import { causeOf, traceOf } from './logger.ts';

type WriteLine = (line: object, text: string) => void;

/** Maximum number of lines a minute about callers without credentials, so that they cannot fill the disk. */
export function limitedLines(logger: Logger, clock: Clock, most: number): WriteLine {
  let began = Number.NEGATIVE_INFINITY;
  let written = 0;
  let leftOut = 0;

  const beginMinute = (now: number) => {
    if (leftOut > 0) logger.warn({ leftOut }, 'requests without credentials were left out of the log');
    [began, written, leftOut] = [now, 0, 0];
  };

  return (line, text) => {
    const now = clock();
    if (now - began >= MINUTE) beginMinute(now);
    if (written >= most) {
      leftOut += 1;
      return;
    }
    written += 1;
    logger.info(line, text);
  };
}

export function observeIssuer(logger: Logger, metrics: Metrics, issuerId: string, anonymous: WriteLine) {
  return ({
    operation,
    admitted,
    requestId,
    status,
    outcome,
    issuerErrorIdentifier,
    description,
    cause,
    milliseconds,
  }: IssuerExchange) => {
    metrics.countResponse('issuer', status);
    metrics.issuerRequests.observe({ operation, outcome }, milliseconds / 1000);
    const line = {
      operation,
      requestId,
      issuerId,
      status,
      outcome,
      milliseconds: Math.round(milliseconds * 10) / 10,
    };
    if (status >= 500)
      logger.error({ ...line, issuerErrorIdentifier, ...traceOf(cause) }, 'issuer request failed');
    else if (outcome === 'ok') logger.info(line, 'issuer request');
    else {
      const refusal = { ...line, issuerErrorIdentifier, description, ...causeOf(cause) };
      if (admitted) logger.info(refusal, 'issuer request refused');
      else anonymous(refusal, 'issuer request refused');
    }
  };
}

export function observeAdmin(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ method, requestId, operatorId, status, outcome, milliseconds, cause }: AdminExchange) => {
    metrics.countResponse('admin', status);
    metrics.adminRequests.observe({ method, status: String(status) }, milliseconds / 1000);
    const timed = { milliseconds: Math.round(milliseconds * 10) / 10 };
    const line = { method, requestId, operatorId, status, outcome, ...timed };
    if (status >= 500) logger.error({ ...line, ...traceOf(cause) }, 'admin request failed');
    else if (operatorId === undefined) anonymous(line, 'admin request');
    else logger.info(line, 'admin request');
  };
}

/** Callers are counted as unauthenticated, because the authorization server does not authenticate them. */
export function observeOAuth(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ endpoint, requestId, status, outcome, milliseconds, cause }: ObservedExchange) => {
    metrics.countResponse('oauth', status);
    metrics.oauthRequests.observe({ endpoint, outcome }, milliseconds / 1000);
    const line = { endpoint, requestId, status, outcome, milliseconds: Math.round(milliseconds * 10) / 10 };
    if (status >= 500) logger.error({ ...line, ...traceOf(cause) }, 'oauth request failed');
    else anonymous(line, 'oauth request');
  };
}

/** Requests of the consoles that are no methods of the two interfaces: sessions, changes, catalogue. */
export function observeConsole(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ endpoint, status, outcome, milliseconds, cause }: ObservedExchange) => {
    metrics.countResponse('console', status);
    metrics.consoleRequests.observe({ endpoint, outcome }, milliseconds / 1000);
    const line = { endpoint, status, outcome, milliseconds: Math.round(milliseconds * 10) / 10 };
    if (status >= 500) logger.error({ ...line, ...traceOf(cause) }, 'console request failed');
    else anonymous(line, 'console request');
  };
}

export function observeMediation(logger: Logger, metrics: Metrics, anonymous: WriteLine) {
  return ({ cause, milliseconds, admitted, ...exchange }: MediationExchange) => {
    const line = omit(exchange, 'violations', 'bodyBytes', 'subject', 'clientId');
    const { method, outcome, status } = line;
    metrics.countResponse('mediation', status);
    metrics.mediationRequests.observe({ method, outcome }, milliseconds / 1000);
    const timed = { ...line, milliseconds: Math.round(milliseconds * 10) / 10 };
    if (status >= 500) logger.error({ ...timed, ...traceOf(cause) }, 'mediation request failed');
    else {
      const write: WriteLine = admitted ? (...args) => logger.info(...args) : anonymous;
      write(timed, outcome === 'ok' ? 'mediation request' : 'mediation request refused');
    }
  };
}

/** Only failures are logged: apps send far more requests than people could read, and many are nobody's business. */
export function observeServe(logger: Logger, metrics: Metrics) {
  return ({ endpoint, status, outcome, milliseconds, cause }: ServeExchange) => {
    metrics.countResponse('serve', status);
    metrics.observeServeTime(endpoint, outcome, milliseconds / 1000);
    if (status < 500) return;
    const line = { endpoint, status, outcome, milliseconds: Math.round(milliseconds * 10) / 10 };
    logger.error({ ...line, ...traceOf(cause) }, 'request of an app failed');
  };
}
