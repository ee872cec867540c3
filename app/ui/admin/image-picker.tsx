import { Dialog } from './dialog.tsx'
import { useImageLibrary } from './image-library.tsx'
import { Thumbnail } from './thumbnail.tsx'

interface ImagePickerProps {
  chosen: string
  onChoose: (file: string) => void
  onClose: () => void
}

/** The uploaded images as pictures to choose from. */
export function ImagePicker({ chosen, onChoose, onClose }: ImagePickerProps) {
  const images = useImageLibrary()
  return (
    <Dialog title="Choose an image" size="wide" onClose={onClose}>
      <div className="dialog__body">
        {images.length === 0 && <p className="empty">No image has been uploaded yet.</p>}
        <ul className="picker">
          {images.map(({ file, width, height }) => (
            <li key={file}>
              <button
                type="button"
                aria-pressed={file === chosen}
                onClick={() => {
                  onChoose(file)
                  onClose()
                }}
              >
                <Thumbnail className="picker__image" file={file} width={160} />
                <span>
                  {file}, {width} × {height}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
