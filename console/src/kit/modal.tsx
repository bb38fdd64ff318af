import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useMessages } from '../messages/index.ts';
import { Icon } from './icons.tsx';

interface ModalProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over the page. It takes the focus and gives it back; Escape closes it. */
export function Modal({ title, text, isWide, onClose, children }: ModalProps) {
  const { common } = useMessages();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={isWide ? 'modal wide' : 'modal'}>
          <div className="modal-head">
            <Dialog.Title>{title}</Dialog.Title>
            <Dialog.Close className="button quiet" aria-label={common.close}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {text && <Dialog.Description className="soft">{text}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
