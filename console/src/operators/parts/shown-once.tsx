import type { ReactNode } from 'react';
import { Button } from '../../kit/button.tsx';
import { Id } from '../../kit/id.tsx';
import { Modal } from '../../kit/modal.tsx';
import { Notice } from '../../kit/states.tsx';
import { useMessages } from '../../messages/index.ts';

interface ShownOnceProps {
  readonly title: string;
  /** Says that the value cannot be shown again. */
  readonly text: string;
  readonly value: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A new secret. It exists only in this dialog and is lost when it closes. */
export function ShownOnce({ title, text, value, className, onClose, children }: ShownOnceProps) {
  const { common } = useMessages();
  return (
    <Modal title={title} onClose={onClose}>
      <Notice kind="care">{text}</Notice>
      <div className={className}>
        <Id value={value} isWhole />
      </div>
      {children}
      <div className="actions">
        <Button kind="main" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Modal>
  );
}
