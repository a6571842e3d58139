import { Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router'
import { readToken } from '../api/token.ts'
import type { Loadable } from '../ui/loadable.tsx'
import { Broken } from './Broken.tsx'
import { withTexts } from './withTexts.ts'

const PublicFrame = withTexts(() => import('./PublicFrame.tsx'), ['shell'])
const Login = withTexts(() => import('../rooms/access/Login.tsx'), ['access'])
const Register = withTexts(() => import('../rooms/access/Register.tsx'), ['access'])
const Success = withTexts(() => import('../rooms/access/Success.tsx'), ['access'])
const Verify = withTexts(() => import('../rooms/access/Verify.tsx'), ['access'])
const GoogleCode = withTexts(() => import('../rooms/access/GoogleCode.tsx'), ['access'])
const NotFound = withTexts(() => import('./NotFound.tsx'), ['shell'])
const SignedIn = withTexts(() => import('./SignedIn.tsx'), ['shell'])

const ofPath: Record<string, Loadable<object>[]> = {
  '/login': [PublicFrame, Login],
  '/register': [PublicFrame, Register],
  '/success': [PublicFrame, Success],
  '/verify': [PublicFrame, Verify],
  '/googleCode': [PublicFrame, GoogleCode],
}

/** Fetches what the first page is drawn with, so that it is drawn once and whole. */
export async function preloadPage(pathname: string): Promise<void> {
  const pages = ofPath[pathname] ?? (readToken() ? [SignedIn] : [SignedIn, PublicFrame, Login])
  await Promise.all(pages.map((page) => page.ready()))
}

/** Who is signed in has nothing to do on the log-in and registration pages (spec section 4). */
function SignedOut() {
  return readToken() ? <Navigate to="/" replace /> : <Outlet />
}

/** The public pages, and the shell with its screens for those signed in. */
export function App() {
  return (
    <BrowserRouter>
      <Suspense>
        <Broken>
          <Routes>
            <Route element={<PublicFrame />}>
              <Route element={<SignedOut />}>
                <Route path="/login" element={<Login />} />
                <Route path="/register" element={<Register />} />
              </Route>
              <Route path="/success" element={<Success />} />
              <Route path="/verify" element={<Verify />} />
              <Route path="/googleCode" element={<GoogleCode />} />
              <Route path="/404" element={<NotFound />} />
            </Route>
            <Route path="*" element={<SignedIn />} />
          </Routes>
        </Broken>
      </Suspense>
    </BrowserRouter>
  )
}
