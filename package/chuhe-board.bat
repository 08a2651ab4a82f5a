@echo off
rem SPDX-License-Identifier: MIT OR Apache-2.0
rem Opens the board in the browser. Closing this window ends it.
title chuhe
cd /d "%~dp0"
chuhe.exe serve --open
if not "%errorlevel%"=="0" pause
