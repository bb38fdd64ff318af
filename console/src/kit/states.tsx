import type { ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { useMessages } from '../messages/index.ts';
import { Button } from './button.tsx';

/**
 * A part that is still read. What follows it on the page is shown after it, because it would jump. `isHidden`: a part that
 * may turn out to be nothing.
 */
export function Loading({ isHidden = false }: { readonly isHidden?: boolean }) {
  const { common } = useMessages();
  return (
    <p className={isHidden ? 'loading hidden-visually' : 'state soft loading'} role="status">
      {common.loading}
    </p>
  );
}

/** A problem that the person must see, announced at once. */
export function Alert({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div className="notice warn" role="alert">
      {title && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  );
}

interface NoticeProps {
  readonly kind?: 'info' | 'care' | 'good';
  readonly title?: string;
  readonly children: ReactNode;
}

export function Notice({ kind = 'info', title, children }: NoticeProps) {
  return (
    <div className={`notice ${kind}`} role="status">
      {title && <strong>{title}</strong>}
      <div>{children}</div>
    </div>
  );
}

/** An empty list: the reason, and the next step. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {children && <div className="soft">{children}</div>}
    </div>
  );
}

/** Shown when the role of the person does not allow the screen. */
export function Denied({ role }: { readonly role?: string }) {
  const { common } = useMessages();
  return (
    <div className="state">
      <h2>{common.deniedTitle}</h2>
      <p className="soft">{role ? common.deniedText(role) : common.deniedAny}</p>
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  /** Makes a link to the explanation of the failed request, if this console has that screen. */
  readonly explain?: (requestId: string) => ReactNode;
}

/** Shows an error in the words of the server, which include the remedy. */
export function Failure({ error, onRetry, explain }: FailureProps) {
  const { common } = useMessages();
  if (error instanceof ApiError && error.status === 403) return <Denied />;
  const known = error instanceof ApiError ? error : undefined;
  const text = known?.status === 0 ? common.unreachable : (known?.message ?? String(error));
  // One that says no more than the text would stand there twice.
  const others = known?.violations.filter(({ description }) => description !== text) ?? [];
  return (
    <Alert title={common.errorTitle}>
      <p>{text}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ field, description }) => (
            <li key={`${field} ${description}`}>
              <code>{field}</code>: {description}
            </li>
          ))}
        </ul>
      )}
      {known?.retryAfter !== undefined && <p>{common.retryAfter(known.retryAfter)}</p>}
      {known?.requestId && (
        <p className="small mono">{explain ? explain(known.requestId) : common.requestId(known.requestId)}</p>
      )}
      {onRetry && <Button onClick={onRetry}>{common.retry}</Button>}
    </Alert>
  );
}

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    refetch(): unknown;
  };
  /** Other reads that give the content its shape. If one fails, the content is shown without it. */
  readonly also?: readonly { readonly isLoading: boolean }[];
  readonly children: (data: Data) => ReactNode;
}

/** Shows data that is read: loading, failed (with the previous data), or loaded. */
export function Loaded<Data>({ query, also = [], children }: LoadedProps<Data>) {
  const { data, error, isPending } = query;
  if (error && data === undefined) return <Failure error={error} onRetry={() => query.refetch()} />;
  if (isPending || data === undefined || also.some(({ isLoading }) => isLoading)) return <Loading />;
  return (
    <>
      {error !== null && error !== undefined && <Failure error={error} onRetry={() => query.refetch()} />}
      {children(data)}
    </>
  );
}
