import { useCallback, useEffect, useRef, useState } from 'react'

interface PreviewFrameProps {
  /** A document without scripts. */
  html: string
  /** The width of the window it is shown in, in CSS pixels. */
  width: number
}

/** A whole page as a picture: drawn as wide as a device and shrunk to the room there is. Nothing in it can be used. */
export function PreviewFrame({ html, width }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(html)
  const [scale, setScale] = useState(0)
  const [height, setHeight] = useState(0)
  const [isLoaded, setIsLoaded] = useState(false)

  const measureRoom = useCallback(
    (room: HTMLDivElement | null) => {
      if (room === null) return undefined
      const observer = new ResizeObserver(() => setScale(Math.min(1, room.clientWidth / width)))
      observer.observe(room)
      return () => observer.disconnect()
    },
    [width],
  )

  // A frame that loaded another document would flash.
  useEffect(() => {
    const shown = frame.current!.contentDocument
    if (!isLoaded || shown === null) return
    const next = new DOMParser().parseFromString(html, 'text/html')
    shown.getElementById('root')!.replaceWith(shown.adoptNode(next.getElementById('root')!))
  }, [html, isLoaded])

  useEffect(() => {
    const root = frame.current!.contentDocument?.documentElement
    if (!isLoaded || !root) return undefined
    const observer = new ResizeObserver(() => setHeight(root.offsetHeight))
    observer.observe(root)
    return () => observer.disconnect()
  }, [isLoaded])

  return (
    <div ref={measureRoom} inert>
      <div className="relative overflow-hidden" style={{ height: height * scale }}>
        <iframe
          ref={frame}
          title="Booking page"
          sandbox="allow-same-origin"
          srcDoc={first}
          onLoad={() => setIsLoaded(true)}
          className="absolute top-0 left-0 origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}
