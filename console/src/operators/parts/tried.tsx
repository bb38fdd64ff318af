import { type ReactNode, useEffect } from 'react';
import { Abandoned } from '../../frame/session.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Loaded } from '../../kit/states.tsx';
import type { AdminRequest, AdminResponse, MethodName } from '../api.ts';
import { useTrial } from './trial.ts';

interface TriedProps<Name extends MethodName> {
  readonly method: Name;
  readonly request: AdminRequest<Name>;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: (would: AdminResponse<Name>) => ReactNode;
}

/** A dialog that shows the result of a dry run of its action. */
export function Tried<Name extends MethodName>(props: TriedProps<Name>) {
  const { method, request, title, onClose, children } = props;
  const query = useTrial(method, request);
  const isAbandoned = query.error instanceof Abandoned;
  useEffect(() => {
    if (isAbandoned) onClose();
  }, [isAbandoned, onClose]);
  if (query.data !== undefined) return children(query.data);
  // While the person signs in again, no empty dialog is shown behind the question.
  if (query.error === null || isAbandoned) return null;
  return (
    <Modal title={title} onClose={onClose}>
      <Loaded query={query}>{children}</Loaded>
    </Modal>
  );
}
